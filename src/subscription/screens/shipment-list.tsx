import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { ProductReply } from '#catalogue/endpoints.ts'
import { productOf } from '#catalogue/rules/product.ts'
import type { Order } from '#order/endpoints.ts'
import { shipmentItemText } from '#order/screens/shipment-text.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import styles from './change-history.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

/** More are on the page of all orders. */
export const maxShipments = 12

/** The shipments of a subscription, sent and upcoming: its own product's part of each order. */
export const shipmentsOf = (
  orders: readonly Order[],
  subscriptionId: string,
  products: readonly Pick<ProductReply, 'id' | 'prefix'>[],
) =>
  orders.flatMap((order) => {
    const line = order.lines.find(({ subscription_id: id }) => id === subscriptionId)
    const product = line ? productOf(products, line.plan_code) : null
    const shipment = order.shipment_items.find((one) => one.product === product?.id)
    return line && shipment ? [{ order, line, shipment }] : []
  })

type OrderShipment = ReturnType<typeof shipmentsOf>[number]

/** The latest shipments of a subscription, newest first. */
export const ShipmentList = ({ shipments }: { readonly shipments: readonly OrderShipment[] }) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <ol className={styles.changes}>
      {shipments.map(({ order, line, shipment }) => (
        <li key={order.id} className={styles.change}>
          <span className={text.mute}>{shopDay(order.placed_at, locale)}</span>
          <span>
            {shipmentItemText(shipment, order, locale)}
            <span className={classNames(text.block, text.small, text.mute)}>
              {line.quantity > 1 ? `${line.quantity} × ` : ''}
              <PlanName of={line.name} />
            </span>
          </span>
          <ButtonLink kind="link" href={`/account/orders/${order.number}`}>
            {t('orderNumber', { number: order.number })}
          </ButtonLink>
        </li>
      ))}
    </ol>
  )
}
