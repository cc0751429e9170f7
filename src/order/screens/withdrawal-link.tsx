import { hasWithdrawalRight } from '#location/rules/withdrawal-right.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'
import { isPackingBegun } from './shipment-text.ts'

interface WithdrawalLinkProps {
  readonly order: Order
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

/** The link to cancel or return an order; the page behind it says whether it is still possible. */
export const WithdrawalLink = ({ order, guestEmail }: WithdrawalLinkProps) => {
  const isLegal = hasWithdrawalRight(order.address.country)
  const isClaimed = order.kind === 'gift' && order.ship_on !== null && order.state === 'placed'
  if (
    isClaimed ||
    order.state === 'canceled' ||
    ((order.state === 'shipped' || isPackingBegun(order)) && !isLegal)
  )
    return null
  const label = isLegal ? 'Withdraw from contract' : 'Cancel this order'
  if (guestEmail === null)
    return (
      <ButtonLink kind="secondary" size="small" href={`/withdraw?number=${order.number}`}>
        {label}
      </ButtonLink>
    )
  // By POST: nothing about a guest's order is in a URL.
  return (
    <form method="post" action="/withdraw">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail} />
      <Button kind="secondary" size="small">
        {label}
      </Button>
    </form>
  )
}
