import { inPageLanguage } from '#ui/browser/page-address.ts'
import { openWallet } from '#payment/browser/open-wallet.ts'
import type { WalletTerms } from '#payment/browser/wallet.ts'
import type { WalletEntry } from '#payment/endpoints.ts'
import { browserDeps, requestJson } from '#ui/browser/request-json.ts'
import { createWalletHost } from './wallet-host.ts'
import type { WalletPage } from './wallet-host.ts'
import type { WalletMessage } from './wallet-messages.ts'

/** Where the buttons are, and what they buy. */
export interface WalletSpot {
  /** As `WalletPlace` draws it. */
  readonly element: HTMLElement
  readonly entry: WalletEntry
  readonly terms: () => WalletTerms
  /** Undefined for the cart. */
  readonly planCode: () => string | undefined
  /** The form whose human check and whose choice about credit count; null without one. */
  readonly form: HTMLFormElement | null
  /** Something was refused: the page may show prices that are no more. */
  readonly refused: () => void
}

export interface StartedWallet {
  /** The page has another price now. */
  readonly update: () => void
  readonly remove: () => void
}

const messageShower =
  (element: HTMLElement) =>
  (shown: WalletMessage | null): void => {
    const place = element.querySelector('[data-wallet-message]')
    place?.replaceChildren(shown?.message ?? '')
    if (!place || shown?.link === undefined) return
    const link = document.createElement('a')
    link.href = inPageLanguage(shown.link.href)
    link.textContent = shown.link.text
    place.append(' ', link)
  }

const fieldOf = (form: HTMLFormElement | null, name: string): string => {
  const value = form === null ? null : new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

const pageOf = ({ element, planCode, form, refused }: WalletSpot): WalletPage => ({
  path: `${location.pathname}${location.search}`,
  planCode,
  // A box that is not checked is not sent.
  usesCredit: () => fieldOf(form, 'credit_offer') === '' || fieldOf(form, 'use_credit') !== '',
  check: () => ({ captcha: fieldOf(form, 'captcha'), website: fieldOf(form, 'website') }),
  texts: JSON.parse(element.dataset['walletTexts'] ?? '{}'),
  show: messageShower(element),
  refused,
  goTo: (address) => location.assign(inPageLanguage(address)),
})

/** The processor of a place that the server has drawn. */
export const walletEntryOf = ({ dataset }: HTMLElement): WalletEntry => {
  const address = dataset['walletAddress'] ?? ''
  return dataset['wallet'] === 'stripe'
    ? { processor: 'stripe', publishable_key: address }
    : { processor: 'sandbox', sheet_url: address }
}

/** Nobody else's: 128 bits of chance. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Draws the wallet buttons; without any wallet in this browser the place goes away. */
export const startWallet = async (spot: WalletSpot): Promise<StartedWallet | null> => {
  const { element, entry, terms } = spot
  const place = element.querySelector<HTMLElement>('[data-wallet-buttons]')
  if (!place) return null
  const host = createWalletHost({
    page: pageOf(spot),
    request: requestJson,
    newId,
    sleep: browserDeps.sleep,
  })
  // A blocked script of the processor is a browser without wallets.
  const buttons = await openWallet(place, entry, terms(), host).catch(() => null)
  element.toggleAttribute('data-absent', buttons === null)
  return buttons && { update: () => buttons.setTerms(terms()), remove: buttons.remove }
}
