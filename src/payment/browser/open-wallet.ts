import type { WalletEntry } from '../endpoints.ts'
import type { WalletButtons, WalletHost, WalletTerms } from './wallet.ts'

/**
 * Draws the processor's wallet buttons into `place`; null when the buyer's browser has none of its wallets. Rejects when
 * the processor's script cannot be loaded.
 */
export const openWallet = async (
  place: HTMLElement,
  entry: WalletEntry,
  terms: WalletTerms,
  host: WalletHost,
): Promise<WalletButtons | null> => {
  switch (entry.processor) {
    case 'sandbox': {
      const { openSandboxWallet } = await import('./sandbox-wallet.ts')
      return openSandboxWallet(place, entry.sheet_url, host)
    }
    case 'stripe': {
      const { openStripeWallet } = await import('./stripe-wallet.ts')
      return openStripeWallet(place, entry.publishable_key, terms, host)
    }
    default:
      return entry satisfies never
  }
}
