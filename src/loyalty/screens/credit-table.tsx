import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { viewCredit } from '../endpoints.ts'
import styles from './loyalty.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'
import type { Locale } from '#shared/locale.ts'

type CreditInAll = ReplyOf<typeof viewCredit>

type Credit = Omit<CreditInAll, 'others'>

const signedAmount = (amount: string, currency: Credit['currency'], locale: Locale): string =>
  amount.startsWith('-') ? priceText(amount, currency, locale) : `+${priceText(amount, currency, locale)}`

const EntryRow = ({ entry }: { readonly entry: Credit['entries'][number] }) => {
  const locale = useLocale()
  return (
    <tr>
      <td>{shopDay(entry.at, locale)}</td>
      <td>{entry.description}</td>
      <td className={styles.amount}>{signedAmount(entry.amount, entry.currency, locale)}</td>
      <td className={classNames(styles.amount, styles.balance)}>
        {priceText(entry.balance, entry.currency, locale)}
      </td>
    </tr>
  )
}

const Statement = ({ credit }: { readonly credit: Credit }) => {
  const t = useMessages(loyaltyMessages)
  return (
    <table className={styles.statement}>
      <caption className={styles.caption}>{t('creditHistory', { currency: credit.currency })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{t('for')}</th>
          <th scope="col" className={styles.amount}>
            {t('amount')}
          </th>
          <th scope="col" className={classNames(styles.amount, styles.balance)}>
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {credit.entries.map((entry, line) => (
          <EntryRow key={`${entry.at} ${line}`} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

/** A member's available credit, and every entry. */
export const CreditTable = ({ credit }: { readonly credit: CreditInAll }) => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()

  const all = [credit, ...credit.others]
  const held = all.filter(({ available }) => !isNoPrice(available))
  return (
    <section className={styles.section} id="credit" aria-labelledby="credit-title">
      <h2 className={text.label} id="credit-title">
        {t('credit')}
      </h2>
      <p className={styles.figure}>
        {(held.length === 0 ? [credit] : held)
          .map(({ available, currency }) => priceText(available, currency, locale))
          .join(` ${t('and')} `)}
      </p>
      <p className={classNames(text.mute, styles.terms)}>{t('creditTerms')}</p>
      {all.map((one) => (one.entries.length === 0 ? null : <Statement key={one.currency} credit={one} />))}
    </section>
  )
}
