const formSelector = 'form[data-live-preview]'
const previewSelector = '[data-live-preview-target]'

/** The page as the server renders it for the current choice; null when there is an error to correct first. */
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

/** Keeps the focus on the same element when its part of the page is replaced. */
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
 * Shows the result of the choice in a change form at once, so that the next click makes the change. Without this script
 * the form's own button shows it. The result of an earlier choice cannot be submitted meanwhile.
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
      // Errors are shown when the form is sent.
      if (rendered && commitButtonIn(rendered)) replace(container, rendered)
    } catch {
      // A newer choice replaced this one, or the server did not answer: the form's button still works.
    }
  }
  form?.addEventListener('change', () => void updatePreview())
  // The form may have been changed before this script was loaded.
  if (form && [...form.elements].some(isChanged)) void updatePreview()
}
