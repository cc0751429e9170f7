import { longDate } from '#shared/dates.ts'
import { parsePrice } from '#shared/money.ts'
import { Price } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { UpcomingOrder } from '../calls.ts'
import { discountWords, uselessWords } from './discount-words.ts'
import { actionPath } from './member-action.ts'
import styles from './upcoming-order-sheet.module.css'

type Line = UpcomingOrder['lines'][number]

const Amount = ({ of, minus = false }: { readonly of: string; readonly minus?: boolean }) => (
  <>
    {minus ? '−' : ''}
    <Price cents={parsePrice(of)} />
  </>
)

interface SheetProps {
  readonly order: UpcomingOrder
  /** Where things that come once can be taken out again; null where they cannot. */
  readonly editable: string | null
}

const OrderLine = ({ line, editable }: { readonly line: Line; readonly editable: string | null }) => (
  <li className={styles.line}>
    <span>
      {line.name}
      <span className={classNames(text.block, text.small, text.mute)}>
        {line.quantity} × <Amount of={line.price} />
        {line.add_on_id === null ? '' : ', once'}
      </span>
      {editable !== null && line.add_on_id !== null ? (
        <a
          className={styles.out}
          href={`${actionPath(editable, 'remove-one-time')}?add_on_id=${line.add_on_id}`}
        >
          Take out<span className={text.hidden}> {line.name}</span>
        </a>
      ) : null}
    </span>
    <Amount of={line.subtotal} />
  </li>
)

const Row = ({
  label,
  of,
  minus,
}: {
  readonly label: string
  readonly of: string
  readonly minus?: boolean
}) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>
      <Amount of={of} minus={minus} />
    </dd>
  </div>
)

/** The shop's methods; some say already that they are shipping. */
const shippingWords = (method: string): string =>
  /shipping/i.test(method) || method === '' ? method || 'Shipping' : `Shipping, ${method}`

const Sums = ({ order }: { readonly order: UpcomingOrder }) => (
  <dl className={styles.sums}>
    {order.discounts
      .filter(({ amount }) => parsePrice(amount) > 0)
      .map(({ code, reason, amount }) => (
        <Row key={`${code} ${reason}`} label={discountWords(code, reason)} of={amount} minus />
      ))}
    <Row label={shippingWords(order.shipping_method)} of={order.shipping} />
    <Row label="Tax" of={order.tax} />
    <div className={classNames(styles.row, styles.total)}>
      <dt>Total</dt>
      <dd>
        <Amount of={order.total} />
      </dd>
    </div>
  </dl>
)

/** An order that has not come yet, whole: lines, what is taken off and why, shipping, tax, total. */
export const UpcomingOrderSheet = ({ order, editable }: SheetProps) => (
  <>
    <ul className={styles.lines} aria-label={`The order of ${longDate(order.on)}`}>
      {order.lines.map((line) => (
        <OrderLine key={line.add_on_id ?? line.plan_code} line={line} editable={editable} />
      ))}
    </ul>
    <Sums order={order} />
    {order.refusals.map(({ code, reason }) => (
      <p key={code} className={classNames(text.small, text.mute, styles.after)}>
        {code} takes nothing off this order: {uselessWords(reason)}.
      </p>
    ))}
  </>
)
