/** Runs one step after another; the form is busy from the first one on, and nothing in the page is after the last. */
export const createPageQueue = (
  page: HTMLElement,
  form: () => HTMLFormElement | null,
): ((step: () => Promise<void>) => void) => {
  let waiting = 0
  let last = Promise.resolve()
  const finish = (): void => {
    waiting -= 1
    if (waiting > 0) return
    form()?.removeAttribute('aria-busy')
    for (const busy of page.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
  }
  return (step) => {
    waiting += 1
    form()?.setAttribute('aria-busy', 'true')
    last = last.then(step).finally(finish)
  }
}
