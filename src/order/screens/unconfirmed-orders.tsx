import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { listUnconfirmedOrders } from '../endpoints.ts'
import { shopDay } from './shop-day.ts'
import styles from './orders-page.module.css'

type Unconfirmed = ReplyOf<typeof listUnconfirmedOrders>['orders'][number]

interface UnconfirmedOrdersProps {
  readonly orders: readonly Unconfirmed[]
  /** People of support see them and confirm none. */
  readonly isMember: boolean
}

const Waiting = ({ order, isMember }: { readonly order: Unconfirmed; readonly isMember: boolean }) => (
  <li className={styles.order}>
    <div>
      <p>{shopDay(order.placed_at)}</p>
    </div>
    <div>
      <p>Order {order.number}</p>
    </div>
    <p className={styles.total}>
      <WirePrice of={order.total} currency={order.currency} />
    </p>
    {isMember ? (
      <form method="post" className={styles.open}>
        <input type="hidden" name="number" value={order.number} />
        <Button kind="link" label={`Order ${order.number} is mine`}>
          Add to my account
        </Button>
      </form>
    ) : null}
  </li>
)

/**
 * Orders that were placed with the member's e-mail without signing in; nothing more of them is shown before the member
 * confirms them.
 */
export const UnconfirmedOrders = ({ orders, isMember }: UnconfirmedOrdersProps) =>
  orders.length === 0 ? null : (
    <section aria-labelledby="unconfirmed">
      <h2 className={text.h4} id="unconfirmed">
        Did you place these orders?
      </h2>
      <p className={classNames(text.small, text.mute)}>
        These orders used your email without signing in. Add the ones you placed to your account.
      </p>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <Waiting key={order.number} order={order} isMember={isMember} />
        ))}
      </ul>
    </section>
  )
