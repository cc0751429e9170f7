import { Button, ButtonLink } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'

interface ReturnLinkProps {
  readonly order: Order
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

const hasLeft = ({ shipments }: Order): boolean =>
  shipments.some(({ state }) => state === 'shipped' || state === 'in-transit' || state === 'delivered')

/** The link to return what has come; the page behind it says what is still possible. */
export const ReturnLink = ({ order, guestEmail }: ReturnLinkProps) => {
  if (order.kind === 'gift' || !hasLeft(order)) return null
  if (guestEmail === null)
    return (
      <ButtonLink kind="secondary" size="small" href={`/return?number=${order.number}`}>
        Return items
      </ButtonLink>
    )
  // By POST: nothing about a guest's order is in a URL.
  return (
    <form method="post" action="/return">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail} />
      <Button kind="secondary" size="small">
        Return items
      </Button>
    </form>
  )
}
