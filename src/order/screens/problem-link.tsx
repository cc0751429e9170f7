import { Button, ButtonLink } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'

interface ProblemLinkProps {
  readonly order: Order
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

/** The link to say what is wrong with what has left; the page behind it says what is still possible. */
export const ProblemLink = ({ order, guestEmail }: ProblemLinkProps) => {
  const hasLeft = order.shipments.some(({ shipped_at: shippedAt }) => shippedAt !== null)
  if (order.kind === 'gift' || !hasLeft) return null
  if (guestEmail === null)
    return (
      <ButtonLink kind="secondary" size="small" href={`/problem?number=${order.number}`}>
        Report a problem
      </ButtonLink>
    )
  // By POST: nothing about a guest's order is in a URL.
  return (
    <form method="post" action="/problem">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail} />
      <Button kind="secondary" size="small">
        Report a problem
      </Button>
    </form>
  )
}
