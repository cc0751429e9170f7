/** Milliseconds after which a form may be sent again without a response. */
const releaseAfterMs = 10_000

/**
 * A form that is being sent is not sent twice, and its button says that it is busy. Forms that a script of the page
 * sends are not affected.
 */
export const preventDoubleSubmit = (): void => {
  const sent = new Set<HTMLFormElement>()
  const release = (form: HTMLFormElement): void => {
    sent.delete(form)
    for (const button of form.querySelectorAll('button[aria-busy]')) button.removeAttribute('aria-busy')
  }
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (sent.has(form)) {
      event.preventDefault()
      return
    }
    sent.add(form)
    event.submitter?.setAttribute('aria-busy', 'true')
    setTimeout(() => release(form), releaseAfterMs)
  })
  // A page restored from history has the state in which it was left.
  addEventListener('pageshow', () => {
    for (const form of sent) release(form)
  })
}
