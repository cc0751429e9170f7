import { PaidRows, AmountRow, TotalRows } from '#cart/screens/total-rows.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import text from '#ui/text.module.css'
import type { viewOwedOrder } from '../owed-endpoints.ts'
import styles from './update-card-page.module.css'

export type OwedOrder = ReplyOf<typeof viewOwedOrder>

/** The items of the order and its price; nothing that identifies the member. */
export const OwedSummary = ({ order }: { readonly order: OwedOrder }) => (
  <aside aria-labelledby="order-summary">
    <h2 className={text.h4} id="order-summary">
      Order summary
    </h2>
    <TotalRows className={styles.totals}>
      {order.lines.map(({ name, quantity, subtotal }) => (
        <AmountRow
          key={name}
          label={quantity > 1 ? `${quantity} × ${name}` : name}
          amount={subtotal}
          currency={order.currency}
        />
      ))}
      {isNoPrice(order.discount) ? null : (
        <AmountRow label="Discounts" amount={`-${order.discount}`} currency={order.currency} />
      )}
      <AmountRow label="Shipping" amount={order.shipping} currency={order.currency} />
      <AmountRow label="Taxes" amount={order.tax} currency={order.currency} />
    </TotalRows>
    <TotalRows>
      <PaidRows totals={order} />
    </TotalRows>
  </aside>
)
