import type { Locale } from '#shared/locale.ts'
import { walletMessages } from '../messages/wallet-messages.ts'

/** What a page says about its wallets, for the script that knows when: the texts of `WalletTexts`. */
export const walletTexts = (locale: Locale) => {
  const t = walletMessages.in(locale)
  return {
    creditPays: t('creditPays'),
    goToCheckout: t('goToCheckout'),
    noAnswer: t('noAnswer'),
    nothingOrdered: t('nothingOrdered', { reason: '{reason}' }),
    signIn: t('signIn'),
    totalChanged: t('totalChanged'),
    unknownPurchase: t('unknownPurchase'),
    walletNoAnswer: t('walletNoAnswer'),
  }
}
