const waitingMark = '[data-poll-seconds]'

/** The page as the shop renders it now; null when it cannot. */
const pageNow = async (): Promise<Document | null> => {
  try {
    const answer = await fetch(location.href, { credentials: 'same-origin', cache: 'no-store' })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    return null
  }
}

/**
 * Asks again and again until the page does not wait any more, then shows that page. `nextAddress`: where else to go
 * from it; null for nowhere.
 */
export const pollPage = (nextAddress: (page: Document) => string | null): void => {
  const poll = async (): Promise<void> => {
    const page = await pageNow()
    if (page === null || page.querySelector(waitingMark)) return wait()
    const next = nextAddress(page)
    if (next === null) location.reload()
    else location.replace(next)
  }
  const wait = (): void => {
    const seconds = document.querySelector<HTMLElement>(waitingMark)?.dataset['pollSeconds']
    setTimeout(() => void poll(), Number(seconds) * 1000)
  }
  wait()
}
