import { startWallet, walletEntryOf } from './start-wallet.ts'

/** The button of the chosen plan: the style sheet shows one of them. */
const chosenChoice = (form: Element): HTMLElement | null =>
  [...form.querySelectorAll<HTMLElement>('[data-price]')].find((choice) => choice.checkVisibility()) ?? null

const start = async (element: HTMLElement, form: HTMLFormElement): Promise<void> => {
  const wallet = await startWallet({
    element,
    entry: walletEntryOf(element),
    terms: () => {
      const { price = '', currency = '', renews } = chosenChoice(form)?.dataset ?? {}
      return { amount: Number(price), currency, saves: renews !== undefined }
    },
    planCode: () => chosenChoice(form)?.querySelector('button')?.value,
    form: null,
    refused: () => undefined,
  })
  if (wallet) form.addEventListener('change', wallet.update)
}

/** The wallet buttons of a product page buy the chosen plan by itself. They are loaded once they come into view. */
export const watchProductWallet = (): void => {
  const element = document.querySelector<HTMLElement>('[data-product-wallet] [data-wallet]')
  const form = element?.closest('form')
  if (!element || !form) return
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    void start(element, form)
  })
  observer.observe(element)
}
