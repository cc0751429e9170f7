import { OrderPageLink } from './order-page-link.tsx'
import type { OrderLinkProps } from './order-page-link.tsx'

/** The link to return what has come; the page behind it says what is still possible. */
export const ReturnLink = (props: OrderLinkProps) => {
  const { kind, shipments } = props.order
  const hasLeft = shipments.some(
    ({ state }) => state === 'shipped' || state === 'in-transit' || state === 'delivered',
  )
  return kind === 'gift' || !hasLeft ? null : <OrderPageLink {...props} to="/return" label="Return items" />
}
