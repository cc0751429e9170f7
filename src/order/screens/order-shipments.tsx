import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { arrivalText } from '#delivery/rules/delivery-times.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Order, Shipment } from '../endpoints.ts'
import { isPackingBegun, shipmentText } from './shipment-text.ts'
import styles from './order-shipments.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

const Tracking = ({ shipment }: { readonly shipment: Shipment }) => {
  const t = useMessages(orderPagesMessages)

  const { carrier, service, tracking, tracking_url: url } = shipment
  if (tracking === null) return null
  return (
    <span className={classNames(text.block, text.small)}>
      {[carrier, service, tracking].filter((word) => word !== null).join(' ')}
      {url === null ? null : (
        <a className={styles.track} href={url}>
          {rich(
            t.rich('trackPackage', {
              tracking,
              hidden: (words) => <span className={text.hidden}>{words}</span>,
            }),
          )}
        </a>
      )}
    </span>
  )
}

const OneShipment = ({
  shipment,
  order,
  showsLines,
}: {
  readonly shipment: Shipment
  readonly order: Order
  readonly showsLines: boolean
}) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <li className={styles.shipment}>
      {shipment.is_reship ? (
        <span className={classNames(text.block, text.small, text.mute)}>{t('replacement')}</span>
      ) : null}
      {shipmentText(shipment, order, locale)}
      {shipment.arrives === null ? null : (
        <span className={classNames(text.block, text.small)}>{arrivalText(shipment.arrives, locale)}</span>
      )}
      <Tracking shipment={shipment} />
      {showsLines
        ? shipment.lines.map(({ plan_code: code, name, quantity }) => (
            <span key={code} className={classNames(text.block, text.small, text.mute)}>
              {quantity > 1 ? `${quantity} × ` : ''}
              <PlanName of={name} />
            </span>
          ))
        : null}
    </li>
  )
}

/** Where the things of an order are: one entry for each shipment, with its carrier's page. */
export const OrderShipments = ({ order }: { readonly order: Order }) => {
  const t = useMessages(orderPagesMessages)
  return (
    <>
      <ul className={styles.shipments}>
        {order.shipments.map((shipment) => (
          <OneShipment
            key={shipment.id}
            shipment={shipment}
            order={order}
            showsLines={order.shipments.length > 1}
          />
        ))}
      </ul>
      {isPackingBegun(order) ? <p className={classNames(text.small, text.mute)}>{t('packing')}</p> : null}
    </>
  )
}
