import { OrderPageLink } from './order-page-link.tsx'
import type { OrderLinkProps } from './order-page-link.tsx'

/** The link to review what has arrived. */
export const ReviewLink = (props: OrderLinkProps) => {
  const { kind, shipments } = props.order
  const hasArrived = shipments.some(({ state }) => state === 'delivered')
  return kind === 'gift' || !hasArrived ? null : (
    <OrderPageLink {...props} to="/review" label="Write a review" />
  )
}
