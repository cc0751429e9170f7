import type { ReplyOf } from '#shared/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { listUnconfirmedOrders } from '../endpoints.ts'
import { shopDay } from './shop-day.ts'
import styles from './orders-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

type Unconfirmed = ReplyOf<typeof listUnconfirmedOrders>['orders'][number]

interface UnconfirmedOrdersProps {
  readonly orders: readonly Unconfirmed[]
  /** People of support see them and confirm none. */
  readonly isMember: boolean
}

const Waiting = ({ order, isMember }: { readonly order: Unconfirmed; readonly isMember: boolean }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <li className={styles.order}>
      <div>
        <p>{shopDay(order.placed_at, locale)}</p>
      </div>
      <div>
        <p>{t('orderNumber', { number: order.number })}</p>
      </div>
      <p className={styles.total}>
        <WirePrice of={order.total} currency={order.currency} />
      </p>
      {isMember ? (
        <form method="post" className={styles.open}>
          <input type="hidden" name="number" value={order.number} />
          <Button kind="link" label={t('orderIsMine', { number: order.number })}>
            {t('addToAccount')}
          </Button>
        </form>
      ) : null}
    </li>
  )
}

/**
 * Orders that were placed with the member's e-mail without signing in; nothing more of them is shown before the member
 * confirms them.
 */
export const UnconfirmedOrders = ({ orders, isMember }: UnconfirmedOrdersProps) => {
  const t = useMessages(orderPagesMessages)
  return orders.length === 0 ? null : (
    <section aria-labelledby="unconfirmed">
      <h2 className={text.h4} id="unconfirmed">
        {t('didYouPlace')}
      </h2>
      <p className={classNames(text.small, text.mute)}>{t('usedYourEmail')}</p>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <Waiting key={order.number} order={order} isMember={isMember} />
        ))}
      </ul>
    </section>
  )
}
