import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { Order } from '#order/endpoints.ts'
import { orderStateText } from '#order/screens/order-state.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { ButtonLink } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import styles from './account-home-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

/** The latest order in two lines. */
export const LastOrder = ({ order }: { readonly order: Order }) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <section className={styles.last} aria-labelledby="last-order">
      <h2 className={text.h4} id="last-order">
        {t('lastOrder')}
      </h2>
      <div className={styles.row}>
        <p>{shopDay(order.placed_at, locale)}</p>
        <p>
          {order.lines.map(({ name }, at) => (
            <span key={name}>
              {at === 0 ? '' : ` ${t('and')} `}
              <PlanName of={name} />
            </span>
          ))}
        </p>
        <p className={styles.amount}>
          <WirePrice of={order.total} currency={order.currency} />
        </p>
      </div>
      <div className={styles.row}>
        <p className={text.mute}>{orderStateText(order, locale)}</p>
        <p>
          <ButtonLink kind="link" href={`/account/orders/${order.number}`}>
            {t('orderNumber', { number: order.number })}
          </ButtonLink>
        </p>
        <p className={styles.amount}>
          <ButtonLink kind="link" href="/account/orders">
            {t('allOrders')}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}
