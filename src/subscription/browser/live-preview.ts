const formSelector = 'form[data-shows]'
const previewSelector = '[data-shown]'

/** The page as the server draws it for what is chosen; null when there is something to mend first. */
const renderPreview = async (form: HTMLFormElement, signal: AbortSignal): Promise<Document | null> => {
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

const commitButtonIn = (container: Element): HTMLButtonElement | null =>
  container.querySelector<HTMLButtonElement>('button[name="step"]')

/** Whoever stands in the part that is drawn anew stands on the same words after it. */
const replace = (container: Element, rendered: Element): void => {
  const focusedText = container.contains(document.activeElement)
    ? (document.activeElement?.textContent ?? '')
    : null
  container.replaceChildren(...rendered.childNodes)
  if (focusedText === null) return
  const sameControl = [...container.querySelectorAll<HTMLElement>('a, button')].find(
    (one) => one.textContent === focusedText,
  )
  ;(sameControl ?? commitButtonIn(container))?.focus()
}

const isChanged = (control: Element): boolean => {
  if (control instanceof HTMLInputElement)
    return control.checked !== control.defaultChecked || control.value !== control.defaultValue
  if (!(control instanceof HTMLSelectElement)) return false
  const options = [...control.options]
  const initial = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
  return initial !== undefined && !initial.selected
}

/**
 * What is chosen in the form of a change shows what comes of it at once, so that the next click makes the change; without
 * this the form's own button shows it. What was shown for another choice cannot be pressed meanwhile.
 */
export const startLivePreview = (): void => {
  const form = document.querySelector<HTMLFormElement>(formSelector)
  let controller = new AbortController()
  const updatePreview = async (): Promise<void> => {
    const container = document.querySelector(previewSelector)
    if (!form || !container || !form.checkValidity()) return
    commitButtonIn(container)?.setAttribute('disabled', '')
    controller.abort()
    controller = new AbortController()
    try {
      const rendered = (await renderPreview(form, controller.signal))?.querySelector(previewSelector)
      // What has to be mended first is said when the form is sent.
      if (rendered && commitButtonIn(rendered)) replace(container, rendered)
    } catch {
      // Another choice came first, or no answer: the form's button is there.
    }
  }
  form?.addEventListener('change', () => void updatePreview())
  // Somebody may have chosen before this script arrived.
  if (form && [...form.elements].some(isChanged)) void updatePreview()
}
