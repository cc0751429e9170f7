const formMark = 'form[data-shows]'
const placeMark = '[data-shown]'

/** The page as the server draws it for what is chosen; null when there is something to mend first. */
const drawn = async (form: HTMLFormElement, signal: AbortSignal): Promise<Document | null> => {
  const body = new FormData(form)
  const address = new URL(location.href)
  const isPost = form.method === 'post'
  if (!isPost)
    address.search = new URLSearchParams(
      [...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ).toString()
  const answer = await fetch(address, {
    signal,
    credentials: 'same-origin',
    ...(isPost ? { method: 'post', body } : {}),
  })
  if (!answer.ok || answer.redirected) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

const commitIn = (place: Element): HTMLButtonElement | null =>
  place.querySelector<HTMLButtonElement>('button[name="step"]')

/** Whoever stands in the part that is drawn anew stands on the same words after it. */
const replace = (place: Element, fresh: Element): void => {
  const stood = place.contains(document.activeElement) ? (document.activeElement?.textContent ?? '') : null
  place.replaceChildren(...fresh.childNodes)
  if (stood === null) return
  const same = [...place.querySelectorAll<HTMLElement>('a, button')].find((one) => one.textContent === stood)
  ;(same ?? commitIn(place))?.focus()
}

const differs = (control: Element): boolean => {
  if (control instanceof HTMLInputElement)
    return control.checked !== control.defaultChecked || control.value !== control.defaultValue
  if (!(control instanceof HTMLSelectElement)) return false
  const options = [...control.options]
  const first = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
  return first !== undefined && !first.selected
}

/**
 * What is chosen in the form of a change shows what comes of it at once, so that the next click makes the change; without
 * this the form's own button shows it. What was shown for another choice cannot be pressed meanwhile.
 */
export const showAtOnce = (): void => {
  const form = document.querySelector<HTMLFormElement>(formMark)
  let running = new AbortController()
  const show = async (): Promise<void> => {
    const place = document.querySelector(placeMark)
    if (!form || !place || !form.checkValidity()) return
    commitIn(place)?.setAttribute('disabled', '')
    running.abort()
    running = new AbortController()
    try {
      const fresh = (await drawn(form, running.signal))?.querySelector(placeMark)
      // What has to be mended first is said when the form is sent.
      if (fresh && commitIn(fresh)) replace(place, fresh)
    } catch {
      // Another choice came first, or no answer: the form's button is there.
    }
  }
  form?.addEventListener('change', () => void show())
  // Somebody may have chosen before this script arrived.
  if (form && [...form.elements].some(differs)) void show()
}
