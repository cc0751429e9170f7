import { PaidRows, SumRow, SumRows } from '#cart/screens/sum-rows.tsx'
import type { ReplyOf } from '#shared/call.ts'
import { parsePrice } from '#shared/money.ts'
import text from '#ui/text.module.css'
import type { viewOwedOrder } from '../owed-calls.ts'
import styles from './update-card-page.module.css'

export type OwedOrder = ReplyOf<typeof viewOwedOrder>

/** What is in the order and what it costs; nothing that says whose it is. */
export const OwedSummary = ({ order }: { readonly order: OwedOrder }) => (
  <aside aria-labelledby="order-summary">
    <h2 className={text.h4} id="order-summary">
      Order summary
    </h2>
    <SumRows className={styles.sums}>
      {order.lines.map(({ name, quantity, subtotal }) => (
        <SumRow key={name} label={quantity > 1 ? `${quantity} × ${name}` : name} amount={subtotal} />
      ))}
      {parsePrice(order.discount) === 0 ? null : <SumRow label="Discounts" amount={`-${order.discount}`} />}
      <SumRow label="Shipping" amount={order.shipping} />
      <SumRow label="Taxes" amount={order.tax} />
    </SumRows>
    <SumRows>
      <PaidRows sums={order} />
    </SumRows>
  </aside>
)
