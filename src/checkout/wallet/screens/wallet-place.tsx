import type { ReactNode } from 'react'
import type { WalletEntry } from '#payment/endpoints.ts'
import { inLanguage } from '#payment/processor/rules/sandbox-language.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './wallet-place.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../../messages/checkout-messages.ts'
import { walletMessages } from '../messages/wallet-messages.ts'
import { walletTexts } from '../rules/wallet-texts.ts'

interface WalletPlaceProps {
  readonly entry: WalletEntry
  /** Where the word "or" stands: between the buttons and what else can be done. */
  readonly or: 'above' | 'below'
  /** What paying agrees to, where the page does not say it beside the buttons. */
  readonly children?: ReactNode
}

const Or = () => (
  <p className={styles.or}>
    <span>{useMessages(checkoutMessages)('walletOr')}</span>
  </p>
)

/**
 * The place of the wallet buttons, in its final height; scripts draw into it. Without scripts there is nothing, and no
 * room for it.
 */
export const WalletPlace = ({ entry, or, children }: WalletPlaceProps) => (
  <div
    className={styles.wallet}
    data-wallet={entry.processor}
    data-wallet-texts={JSON.stringify(walletTexts(useLocale()))}
    data-wallet-address={
      entry.processor === 'stripe' ? entry.publishable_key : inLanguage(entry.sheet_url, useLocale())
    }
  >
    {or === 'above' ? <Or /> : null}
    <div
      className={styles.buttons}
      data-wallet-buttons=""
      data-pay-label={entry.processor === 'sandbox' ? useMessages(walletMessages)('sandbox') : undefined}
      data-drawn=""
    />
    <p className={classNames(text.small, styles.message)} data-wallet-message="" data-drawn="" role="alert" />
    {children}
    {or === 'below' ? <Or /> : null}
  </div>
)
