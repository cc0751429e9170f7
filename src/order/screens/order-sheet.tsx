import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { discountName } from '#cart/rules/discount-name.ts'
import { rangeText } from '#shared/date-range.ts'
import { brand } from '#shared/brand.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { AmountList, AmountRow } from '#ui/amount-list.tsx'
import amounts from '#ui/amount-list.module.css'
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
    <th scope="row" className={amounts.product}>
      {line.name}
      <span className={classNames(text.block, text.small, text.mute)}>
        {line.quantity} × <Amount of={line.price} />
      </span>
    </th>
    <td className={amounts.number}>
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
    <caption className={text.hidden}>What was ordered</caption>
    <thead>
      <tr>
        <th scope="col">Product</th>
        <th scope="col" className={amounts.number}>
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

const Row = ({ label, ...amount }: { readonly label: string } & Parameters<typeof Amount>[0]) => (
  <AmountRow label={label}>
    <Amount {...amount} />
  </AmountRow>
)

const Totals = ({ order }: { readonly order: Order }) => (
  <AmountList>
    <Row label="Subtotal" of={order.subtotal} />
    {order.discounts.map((discount) => (
      <Row key={discount.code} label={`Discount ${discountName(discount)}`} of={discount.amount} minus />
    ))}
    <Row label={`Shipping, ${order.shipping_method}`} of={order.shipping} />
    <Row label="Tax" of={order.tax} />
    <AmountRow label="Total" isTotal>
      <Amount of={order.total} /> <span className={text.small}>{order.currency}</span>
    </AmountRow>
    {parsePrice(order.credit) === 0 ? null : <Row label="Paid by credit" of={order.credit} />}
    {parsePrice(order.refunded) === 0 ? null : <Row label="Refunded" of={order.refunded} minus />}
  </AmountList>
)

const factsOf = (order: Order) => [
  { term: 'Ordered', fact: shopDay(order.placed_at) },
  { term: 'State', fact: orderStateText(order) },
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
  { term: order.kind === 'gift' ? 'Billed to' : 'Ships to', fact: <AddressLines address={order.address} /> },
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
      return `The bank did not take ${parts} back. We see to it that you get your money; you need do nothing, and ${brand.supportEmail} answers questions.`
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
