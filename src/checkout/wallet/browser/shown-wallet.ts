import type { StartedWallet } from './start-wallet.ts'

const termsOf = (element: HTMLElement) => {
  const { amount = '', currency = '', saves } = element.closest<HTMLElement>('[data-amount]')?.dataset ?? {}
  return { amount: Number(amount), currency, saves: saves !== undefined }
}

/**
 * The wallet buttons of a page that keeps its elements. They are drawn once, and follow its price: a frame that is moved or
 * replaced would lose what its buyer chose. `refused`: the page may show prices that are no more.
 */
export const createShownWallet = (page: HTMLElement, refused: () => void) => {
  let shown: { readonly element: HTMLElement; readonly started: Promise<StartedWallet | null> } | null = null

  const start = async (element: HTMLElement): Promise<StartedWallet | null> => {
    const { startWallet, walletEntryOf } = await import('./start-wallet.ts')
    // The page may have changed while the code was loaded.
    if (!element.isConnected) return null
    return startWallet({
      element,
      entry: walletEntryOf(element),
      terms: () => termsOf(element),
      planCode: () => undefined,
      form: element.closest('form'),
      refused,
    })
  }

  const follow = (): void => {
    const element = page.querySelector<HTMLElement>('[data-wallet]')
    if (element !== null && element === shown?.element)
      return void shown.started.then((wallet) => wallet?.update())
    void shown?.started.then((wallet) => wallet?.remove())
    // A browser without the wallet's code is one without wallets.
    shown = element && { element, started: start(element).catch(() => null) }
  }

  follow()
  return { follow }
}
