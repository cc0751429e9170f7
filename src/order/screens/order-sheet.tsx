import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { discountName } from '#cart/rules/discount-name.ts'
import { rangeText } from '#shared/date-range.ts'
import { brand } from '#shared/brand.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { Price } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Order, OrderWithRefunds } from '../endpoints.ts'
import { OrderShipments } from './order-shipments.tsx'
import { orderStateText } from './order-state.ts'
import { shopDay } from './shop-day.ts'
import styles from './order-sheet.module.css'

const Amount = ({ of, minus = false }: { readonly of: string; readonly minus?: boolean }) => (
  <>
    {minus ? '−' : ''}
    <Price cents={parsePrice(of)} />
  </>
)

const Line = ({ line }: { readonly line: Order['lines'][number] }) => (
  <tr>
    <th scope="row" className={styles.product}>
      {line.name}
      <span className={classNames(text.block, text.small, text.mute)}>
        {line.quantity} × <Amount of={line.price} />
      </span>
    </th>
    <td className={styles.number}>
      <Price cents={parsePrice(line.price) * line.quantity} />
      {parsePrice(line.discount) === 0 ? null : (
        <span className={classNames(text.block, text.small, text.mute)}>
          Discount <Amount of={line.discount} minus />
        </span>
      )}
    </td>
  </tr>
)

const Lines = ({ order }: { readonly order: Order }) => (
  <table>
    <caption className={text.hidden}>Items</caption>
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col" className={styles.number}>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {order.lines.map((line) => (
        <Line key={line.plan_code} line={line} />
      ))}
    </tbody>
  </table>
)

const AmountRow = ({
  label,
  of,
  minus,
}: {
  readonly label: string
  readonly of: string
  readonly minus?: boolean
}) => (
  <div className={styles.totalRow}>
    <dt>{label}</dt>
    <dd>
      <Amount of={of} minus={minus} />
    </dd>
  </div>
)

const Totals = ({ order }: { readonly order: Order }) => (
  <dl className={styles.totals}>
    <AmountRow label="Subtotal" of={order.subtotal} />
    {order.discounts.map((discount) => (
      <AmountRow
        key={discount.code}
        label={`Discount ${discountName(discount)}`}
        of={discount.amount}
        minus
      />
    ))}
    <AmountRow label={`Shipping, ${order.shipping_method}`} of={order.shipping} />
    <AmountRow label="Tax" of={order.tax} />
    <div className={classNames(styles.totalRow, styles.total)}>
      <dt>Total</dt>
      <dd>
        <Amount of={order.total} /> <span className={text.small}>{order.currency}</span>
      </dd>
    </div>
    {parsePrice(order.credit) === 0 ? null : <AmountRow label="Paid with credit" of={order.credit} />}
    {parsePrice(order.refunded) === 0 ? null : <AmountRow label="Refunded" of={order.refunded} minus />}
  </dl>
)

const factsOf = (order: Order) => [
  { term: 'Ordered', fact: shopDay(order.placed_at) },
  { term: 'Status', fact: orderStateText(order) },
  ...(order.shipments.some(({ packed_at: packedAt }) => packedAt !== null) || order.shipments.length > 1
    ? [
        {
          term: order.shipments.length > 1 ? 'Shipments' : 'Shipment',
          fact: <OrderShipments order={order} />,
        },
      ]
    : order.arrives === null
      ? []
      : [{ term: 'Arrives', fact: rangeText(order.arrives) }]),
  { term: order.kind === 'gift' ? 'Bill to' : 'Ships to', fact: <AddressLines address={order.address} /> },
  ...(order.card === null ? [] : [{ term: 'Paid with', fact: `Card ending ${order.card.last4}` }]),
  { term: 'Email', fact: order.email },
]

const refundText = (
  { amount, credit, state }: OrderWithRefunds['refunds'][number],
  currency: OrderWithRefunds['currency'],
): string => {
  const priceText = (part: string): string => formatPrice(parsePrice(part), currency)
  const parts = [
    ...(parsePrice(amount) === 0 ? [] : [`${priceText(amount)} to the card`]),
    ...(parsePrice(credit) === 0 ? [] : [`${priceText(credit)} as credit`]),
  ].join(' and ')
  switch (state) {
    case 'refunded':
      return `Refunded: ${parts}.`
    case 'pending':
      return `Refund pending: ${parts}.`
    case 'refused':
      return `The bank rejected the refund of ${parts}. We’re working on it, and you don’t need to do anything. Questions? Email ${brand.supportEmail}.`
    default:
      return state satisfies never
  }
}

/** ` For 1 × DS-01 ($56.49), Shipping ($5.00). Reason: It came late.` */
const refundParts = (
  { lines, reason }: OrderWithRefunds['refunds'][number],
  currency: OrderWithRefunds['currency'],
): string => {
  const parts = lines.map(({ name, amount }) => `${name} (${formatPrice(parsePrice(amount), currency)})`)
  return [
    ...(parts.length === 0 ? [] : [` For ${parts.join(', ')}.`]),
    ...(reason === null ? [] : [` Reason: ${reason}.`]),
  ].join('')
}

const Refunds = ({ order }: { readonly order: OrderWithRefunds }) =>
  order.refunds.map((each) => (
    <p key={each.requested_at} className={classNames(text.small, text.mute)}>
      {shopDay(each.requested_at)}: {refundText(each, order.currency)}
      {refundParts(each, order.currency)}
    </p>
  ))

/** One order: items, prices, destination, payment. Prints on one page. */
export const OrderSheet = ({ order }: { readonly order: OrderWithRefunds }) => (
  <div className={styles.sheet}>
    <div>
      <Lines order={order} />
      <Totals order={order} />
      <Refunds order={order} />
    </div>
    <div>
      <Facts facts={factsOf(order)} />
      {order.terms.length > 0 ? (
        <section className={styles.terms} aria-labelledby="terms">
          <h2 className={text.h4} id="terms">
            What you agreed to
          </h2>
          {order.terms.map((term) => (
            <p key={term} className={classNames(text.small, text.mute)}>
              {term}
            </p>
          ))}
        </section>
      ) : null}
    </div>
  </div>
)
