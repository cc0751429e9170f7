import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { viewCredit } from '../endpoints.ts'
import styles from './loyalty.module.css'

type Credit = ReplyOf<typeof viewCredit>

const signedAmount = (amount: string): string =>
  amount.startsWith('-')
    ? formatPrice(0 - parsePrice(amount.slice(1)), 'USD')
    : `+${formatPrice(parsePrice(amount), 'USD')}`

const EntryRow = ({ entry }: { readonly entry: Credit['entries'][number] }) => (
  <tr>
    <td>{shopDay(entry.at)}</td>
    <td>{entry.description}</td>
    <td className={styles.amount}>{signedAmount(entry.amount)}</td>
    <td className={classNames(styles.amount, styles.balance)}>
      {formatPrice(parsePrice(entry.balance), 'USD')}
    </td>
  </tr>
)

/** A member's available credit, and every entry. */
export const CreditTable = ({ credit }: { readonly credit: Credit }) => (
  <section className={styles.section} id="credit" aria-labelledby="credit-title">
    <h2 className={text.label} id="credit-title">
      Credit
    </h2>
    <p className={styles.figure}>{formatPrice(parsePrice(credit.available), 'USD')}</p>
    <p className={classNames(text.mute, styles.terms)}>
      We apply your credit to your next renewal automatically. You can also use it at checkout. It doesn’t
      expire while you have an account.
    </p>
    {credit.entries.length === 0 ? null : (
      <table className={styles.statement}>
        <caption className={styles.caption}>Credit history</caption>
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
    )}
  </section>
)
