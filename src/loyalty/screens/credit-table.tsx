import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { viewCredit } from '../endpoints.ts'
import styles from './loyalty.module.css'

type CreditInAll = ReplyOf<typeof viewCredit>

type Credit = Omit<CreditInAll, 'others'>

const signedAmount = (amount: string, currency: Credit['currency']): string =>
  amount.startsWith('-') ? priceText(amount, currency) : `+${priceText(amount, currency)}`

const EntryRow = ({ entry }: { readonly entry: Credit['entries'][number] }) => (
  <tr>
    <td>{shopDay(entry.at)}</td>
    <td>{entry.description}</td>
    <td className={styles.amount}>{signedAmount(entry.amount, entry.currency)}</td>
    <td className={classNames(styles.amount, styles.balance)}>{priceText(entry.balance, entry.currency)}</td>
  </tr>
)

const Statement = ({ credit }: { readonly credit: Credit }) => (
  <table className={styles.statement}>
    <caption className={styles.caption}>Credit history in {credit.currency}</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">For</th>
        <th scope="col" className={styles.amount}>
          Amount
        </th>
        <th scope="col" className={classNames(styles.amount, styles.balance)}>
          Balance
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

/** A member's available credit, and every entry. */
export const CreditTable = ({ credit }: { readonly credit: CreditInAll }) => {
  const all = [credit, ...credit.others]
  const held = all.filter(({ available }) => !isNoPrice(available))
  return (
    <section className={styles.section} id="credit" aria-labelledby="credit-title">
      <h2 className={text.label} id="credit-title">
        Credit
      </h2>
      <p className={styles.figure}>
        {(held.length === 0 ? [credit] : held)
          .map(({ available, currency }) => priceText(available, currency))
          .join(' and ')}
      </p>
      <p className={classNames(text.mute, styles.terms)}>
        Credit is money with us. It is applied to your next renewal automatically, and to what you buy at
        checkout if you leave it checked there. It pays orders in its own currency. It does not expire; it
        ends with your account.
      </p>
      {all.map((one) => (one.entries.length === 0 ? null : <Statement key={one.currency} credit={one} />))}
    </section>
  )
}
