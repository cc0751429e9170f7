import { startWallet, walletEntryOf } from '../../wallet/browser/start-wallet.ts'
import type { StartedWallet } from '../../wallet/browser/start-wallet.ts'

const termsOf = (element: HTMLElement) => {
  const { amount = '', currency = '', saves } = element.closest<HTMLElement>('[data-amount]')?.dataset ?? {}
  return { amount: Number(amount), currency, saves: saves !== undefined }
}

/**
 * The wallet buttons of a page that keeps its elements. They are drawn once, and follow its price. `refused`: the page
 * may show prices that are no more.
 */
export const createShownWallet = (form: HTMLFormElement, refused: () => void) => {
  let shown: { readonly element: HTMLElement; readonly started: Promise<StartedWallet | null> } | null = null

  const start = (element: HTMLElement) =>
    startWallet({
      element,
      entry: walletEntryOf(element),
      terms: () => termsOf(element),
      planCode: () => undefined,
      form,
      refused,
    }).catch(() => null)

  const follow = (): void => {
    const element = form.querySelector<HTMLElement>('[data-wallet]')
    if (element !== null && element === shown?.element)
      return void shown.started.then((wallet) => wallet?.update())
    void shown?.started.then((wallet) => wallet?.remove())
    shown = element && { element, started: start(element) }
  }

  follow()
  return { follow }
}
