import { hasWithdrawalRight } from '#location/rules/withdrawal-right.ts'
import { OrderPageLink } from './order-links.tsx'
import type { OrderLinkProps } from './order-links.tsx'
import { isPackingBegun } from './shipment-text.ts'

/** The link to cancel or return an order; the page behind it says whether it is still possible. */
export const WithdrawalLink = (props: OrderLinkProps) => {
  const { order } = props
  const isLegal = hasWithdrawalRight(order.address.country)
  const isClaimed = order.kind === 'gift' && order.ship_on !== null && order.state === 'placed'
  if (
    isClaimed ||
    order.state === 'canceled' ||
    ((order.state === 'shipped' || isPackingBegun(order)) && !isLegal)
  )
    return null
  const label = isLegal ? 'Withdraw from contract' : 'Cancel this order'
  return <OrderPageLink {...props} to="/withdraw" label={label} />
}
