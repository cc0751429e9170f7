import { productOf } from '#catalogue/rules/product.ts'
import type { Order } from '#order/calls.ts'
import { deliveryWords } from '#order/screens/delivery-words.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './change-history.module.css'

/** More are on the page of all orders. */
const most = 12

/** What a subscription has brought and will bring of what is paid: its own product's part of each order. */
export const deliveriesOf = (orders: readonly Order[], subscriptionId: string) =>
  orders.flatMap((order) => {
    const line = order.lines.find(({ subscription_id: id }) => id === subscriptionId)
    const product = line ? productOf(line.plan_code) : null
    const delivery = order.deliveries.find((one) => one.product === product)
    return line && delivery ? [{ order, line, delivery }] : []
  })

type Delivered = ReturnType<typeof deliveriesOf>[number]

/** Every parcel of a subscription, the newest first. */
export const DeliveryList = ({ deliveries }: { readonly deliveries: readonly Delivered[] }) => (
  <ol className={styles.changes}>
    {deliveries.slice(0, most).map(({ order, line, delivery }) => (
      <li key={order.id} className={styles.change}>
        <span className={text.mute}>{shopDay(order.placed_at)}</span>
        <span>
          {deliveryWords(delivery, order)}
          <span className={classNames(text.block, text.small, text.mute)}>
            {line.quantity > 1 ? `${line.quantity} × ` : ''}
            {line.name}
          </span>
        </span>
        <ButtonLink kind="link" href={`/account/orders/${order.number}`}>
          Order {order.number}
        </ButtonLink>
      </li>
    ))}
  </ol>
)
