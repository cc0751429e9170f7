import { Button, ButtonLink } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'

interface ReviewLinkProps {
  readonly order: Order
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

/** The link to review what has arrived. */
export const ReviewLink = ({ order, guestEmail }: ReviewLinkProps) => {
  const hasArrived = order.shipments.some(({ state }) => state === 'delivered')
  if (order.kind === 'gift' || !hasArrived) return null
  if (guestEmail === null)
    return (
      <ButtonLink kind="secondary" size="small" href={`/review?number=${order.number}`}>
        Write a review
      </ButtonLink>
    )
  // By POST: nothing about a guest's order is in a URL.
  return (
    <form method="post" action="/review">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail} />
      <Button kind="secondary" size="small">
        Write a review
      </Button>
    </form>
  )
}
