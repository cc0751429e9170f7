import { OrderPageLink } from './order-page-link.tsx'
import type { OrderLinkProps } from './order-page-link.tsx'

/** The link to say what is wrong with what has left; the page behind it says what is still possible. */
export const ProblemLink = (props: OrderLinkProps) => {
  const { kind, shipments } = props.order
  const hasLeft = shipments.some(({ shipped_at: shippedAt }) => shippedAt !== null)
  return kind === 'gift' || !hasLeft ? null : (
    <OrderPageLink {...props} to="/problem" label="Report a problem" />
  )
}
