import { unattendedHeader } from '#shared/desk-address.ts'

/** Asks by itself, without a person: it does not keep an idle session alive. Null when there is no answer to use. */
export const askUnattended = async (address: string): Promise<Response | null> => {
  try {
    const answer = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { [unattendedHeader]: 'yes' },
    })
    return answer.ok && !answer.redirected ? answer : null
  } catch {
    return null
  }
}

/** Runs something at this interval, in seconds, while the page is visible, until it returns false. */
export const whileSeen = (seconds: number, run: () => Promise<boolean>): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(() => void step(), seconds * 1000)
  }
  const step = async (): Promise<void> => {
    if (await run()) plan()
    else document.removeEventListener('visibilitychange', plan)
  }
  document.addEventListener('visibilitychange', plan)
  plan()
}
