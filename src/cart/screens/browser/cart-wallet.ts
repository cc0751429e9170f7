import type { StartedWallet } from '#checkout/wallet/browser/start-wallet.ts'
import { copyAttributes } from './copy-attributes.ts'

const termsOf = ({ dataset: { amount = '', currency = '', saves } }: HTMLElement) => ({
  amount: Number(amount),
  currency,
  saves: saves !== undefined,
})

const walletIn = (part: Element | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[data-wallet]') ?? null

/**
 * The wallet buttons of the cart's page. They are drawn once and follow its price: a frame that is moved or replaced
 * would lose what its buyer chose. `refused`: the page may show prices that are no more.
 */
export const createCartWallet = (page: HTMLElement, refused: () => void) => {
  let started: Promise<StartedWallet | null> | null = null
  const partOf = () => page.querySelector<HTMLElement>('[data-cart-part="wallet"]')

  const load = async (element: HTMLElement, part: HTMLElement): Promise<StartedWallet | null> => {
    const { startWallet, walletEntryOf } = await import('#checkout/wallet/browser/start-wallet.ts')
    // The cart may have changed while the code was loaded.
    if (!element.isConnected) return null
    return startWallet({
      element,
      entry: walletEntryOf(element),
      terms: () => termsOf(part),
      planCode: () => undefined,
      form: element.closest('form'),
      refused,
    })
  }

  const start = (): void => {
    const part = partOf()
    const element = walletIn(part)
    // A browser without the wallet's code is one without wallets.
    if (part && element) started = load(element, part).catch(() => null)
  }

  const remove = (): void => {
    void started?.then((wallet) => wallet?.remove())
    started = null
  }

  /** Follows the part as the server renders it now: with other terms, with or without a wallet. */
  const follow = (after: HTMLElement): void => {
    const part = partOf()
    if (!part) return
    copyAttributes(after, part, ['data-amount', 'data-currency', 'data-saves'])
    if (walletIn(part) && walletIn(after)) return void started?.then((wallet) => wallet?.update())
    remove()
    part.replaceChildren(...after.childNodes)
    start()
  }

  return { start, remove, follow }
}
