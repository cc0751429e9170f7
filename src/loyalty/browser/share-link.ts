/** Shows and runs the buttons that copy or share the address in their `data-copy` or `data-share`. */
export const watchShareButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
  if (!('share' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false
    // Closing the system's sheet is no failure.
    button.addEventListener(
      'click',
      () => void navigator.share({ url: button.dataset['share'] ?? '' }).catch(() => undefined),
    )
  }
}

const say = (outcome: 'copied' | 'notCopied'): void => {
  const status = document.querySelector<HTMLElement>('[data-copy-status]')
  if (status) status.textContent = status.dataset[outcome] ?? ''
}

const copy = async (button: HTMLButtonElement): Promise<void> => {
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
    say('copied')
  } catch {
    // Without permission the link is beside the button, to be selected by hand.
    say('notCopied')
  }
}
