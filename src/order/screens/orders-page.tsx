import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#app/shop-context.ts'
import { parsePrice } from '#shared/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Price } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { listOrders } from '../calls.ts'
import type { Order } from '../calls.ts'
import { orderStateWords } from './order-state.ts'
import { shopDay } from './shop-day.ts'
import styles from './orders-page.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(shopContext).call(listOrders, {})

const OrderRow = ({ order }: { readonly order: Order }) => (
  <li className={styles.order}>
    <div>
      <p>{shopDay(order.placed_at)}</p>
      <p className={classNames(text.small, text.mute)}>{orderStateWords(order)}</p>
    </div>
    <div>
      {order.lines.map((line) => (
        <p key={line.plan_code}>
          {line.quantity > 1 ? `${line.quantity} × ` : ''}
          {line.name}
        </p>
      ))}
      <p className={classNames(text.small, text.mute)}>{order.kind === 'renewal' ? 'Renewal' : 'Purchase'}</p>
    </div>
    <p className={styles.total}>
      <Price cents={parsePrice(order.total)} />
    </p>
    <p className={styles.open}>
      <ButtonLink kind="link" href={`/account/orders/${order.number}`}>
        Order {order.number}
      </ButtonLink>
    </p>
  </li>
)

/** Order history, the newest first. */
const OrdersPage = () => {
  const { orders } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="orders" title="Order History">
      {orders.length === 0 ? (
        <EmptyState title="There are no orders yet." picture="cut-packet-ds">
          <p className={text.mute}>The first one comes in glass, all others in paper.</p>
          <ButtonLink kind="seam" href="/get-started">
            Go to the shop
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </AccountFrame>
  )
}

export default OrdersPage
