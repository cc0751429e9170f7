import { cardFaceText } from '#shared/card-text.ts'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import { discountName } from '#cart/rules/discount-name.ts'
import { taxEstimateText, taxRowName } from '#pricing/rules/tax-row-text.ts'
import { rangeText } from '#shared/date-range.ts'
import { brand } from '#shared/brand.ts'
import { isNoPrice, parsePrice, priceText } from '#shared/money.ts'
import { AmountList, AmountRow, PriceRow } from '#ui/amount-list.tsx'
import amounts from '#ui/amount-list.module.css'
import { Price, WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Order, OrderWithRefunds } from '../endpoints.ts'
import { OrderShipments } from './order-shipments.tsx'
import { orderStateText } from './order-state.ts'
import { shopDay } from './shop-day.ts'
import styles from './order-sheet.module.css'

interface LineProps {
  readonly line: Order['lines'][number]
  readonly currency: Order['currency']
}

const Line = ({ line, currency }: LineProps) => (
  <tr>
    <th scope="row" className={amounts.product}>
      <span className={styles.line}>
        <LinePicture planCode={line.plan_code} size="summary" />
        <span>
          {line.name}
          <span className={classNames(text.block, text.small, text.mute)}>
            {line.quantity} × <WirePrice of={line.price} currency={currency} />
          </span>
        </span>
      </span>
    </th>
    <td className={amounts.number}>
      <Price cents={parsePrice(line.price, currency) * line.quantity} currency={currency} />
      {isNoPrice(line.discount) ? null : (
        <span className={classNames(text.block, text.small, text.mute)}>
          Discount <WirePrice of={line.discount} currency={currency} minus />
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
        <th scope="col" className={amounts.number}>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {order.lines.map((line) => (
        <Line key={line.plan_code} line={line} currency={order.currency} />
      ))}
    </tbody>
  </table>
)

const Totals = ({ order, order: { currency } }: { readonly order: Order }) => (
  <AmountList>
    <PriceRow label="Subtotal" of={order.subtotal} currency={currency} />
    {order.discounts.map((discount) => (
      <PriceRow
        key={discount.code}
        label={`Discount ${discountName(discount)}`}
        of={discount.amount}
        currency={currency}
        minus
      />
    ))}
    <PriceRow label={`Shipping, ${order.shipping_method}`} of={order.shipping} currency={currency} />
    {order.taxes.length === 0 ? <PriceRow label="Tax" of={order.tax} currency={currency} /> : null}
    {order.taxes.map((row) => (
      <PriceRow key={row.jurisdiction} label={taxRowName(row)} of={row.amount} currency={currency} />
    ))}
    <AmountRow label="Total" isTotal>
      <WirePrice of={order.total} currency={currency} /> <span className={text.small}>{currency}</span>
    </AmountRow>
    {isNoPrice(order.credit) ? null : (
      <PriceRow label="Paid with credit" of={order.credit} currency={currency} />
    )}
    {isNoPrice(order.refunded) ? null : (
      <PriceRow label="Refunded" of={order.refunded} currency={currency} minus />
    )}
  </AmountList>
)

const TaxNote = ({ order: { tax_estimate: estimate } }: { readonly order: Order }) =>
  estimate === null ? null : <p className={classNames(text.small, text.mute)}>{taxEstimateText(estimate)}</p>

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
  ...(order.card === null ? [] : [{ term: 'Paid with', fact: cardFaceText(order.card) }]),
  { term: 'Email', fact: order.email },
]

const refundText = (
  { amount, credit, state }: OrderWithRefunds['refunds'][number],
  currency: OrderWithRefunds['currency'],
): string => {
  const parts = [
    ...(isNoPrice(amount) ? [] : [`${priceText(amount, currency)} to the card`]),
    ...(isNoPrice(credit) ? [] : [`${priceText(credit, currency)} as credit`]),
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
  const parts = lines.map(({ name, amount }) => `${name} (${priceText(amount, currency)})`)
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
      <TaxNote order={order} />
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
