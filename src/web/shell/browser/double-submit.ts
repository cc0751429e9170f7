/** Milliseconds after which a form may be sent again though its answer has not come. */
const releaseAfterMs = 10_000

/**
 * A form that is on its way is not sent twice, and its button says that it is busy. Forms that a script of the page
 * sends are that script's own; this hears of them last and lets them be.
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
  // A page that comes back from history is as it was when it was left.
  addEventListener('pageshow', () => {
    for (const form of sent) release(form)
  })
}
