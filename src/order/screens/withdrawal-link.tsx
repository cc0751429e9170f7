import { hasWithdrawalRight } from '#location/rules/countries.ts'
import { OrderPageLink } from './order-links.tsx'
import type { OrderLinkProps } from './order-links.tsx'
import { isPackingBegun } from './shipment-text.ts'
import { useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

/** The link to cancel or return an order; the page behind it says whether it is still possible. */
export const WithdrawalLink = (props: OrderLinkProps) => {
  const t = useMessages(orderPagesMessages)

  const { order } = props
  const isLegal = hasWithdrawalRight(order.address.country, Temporal.Instant.from(order.placed_at))
  const isClaimed = order.kind === 'gift' && order.ship_on !== null && order.state === 'placed'
  if (
    isClaimed ||
    order.state === 'canceled' ||
    ((order.state === 'shipped' || isPackingBegun(order)) && !isLegal)
  )
    return null
  const label = isLegal ? t('withdraw') : t('cancelOrder')
  return <OrderPageLink {...props} to="/withdraw" label={label} />
}
