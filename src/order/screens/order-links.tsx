import { Button, ButtonLink } from '#ui/button.tsx'
import type { Order } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { hasWithdrawalRight } from '#location/rules/countries.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import { isPackingBegun } from './shipment-text.ts'

interface OrderLinkProps {
  readonly order: Order
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

interface OrderPageLinkProps extends Pick<OrderLinkProps, 'guestEmail'> {
  readonly order: Pick<Order, 'number'>
  /** The page about one order that is opened. */
  readonly to: `/${string}`
  readonly label: string
}

/** The way from an order to another page about it. */
export const OrderPageLink = ({ order, guestEmail, to, label }: OrderPageLinkProps) => {
  if (guestEmail === null)
    return (
      <ButtonLink kind="secondary" size="small" href={`${to}?number=${order.number}`}>
        {label}
      </ButtonLink>
    )
  // By POST: nothing about a guest's order is in a URL.
  return (
    <form method="post" action={to}>
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail} />
      <Button kind="secondary" size="small">
        {label}
      </Button>
    </form>
  )
}

/** The link to say what is wrong with what has left; the page behind it says what is still possible. */
export const ProblemLink = (props: OrderLinkProps) => {
  const t = useMessages(orderPagesMessages)

  const { kind, shipments } = props.order
  const hasLeft = shipments.some(({ shipped_at: shippedAt }) => shippedAt !== null)
  return kind === 'gift' || !hasLeft ? null : (
    <OrderPageLink {...props} to="/problem" label={t('reportProblem')} />
  )
}

/** The link to return what has come; the page behind it says what is still possible. */
export const ReturnLink = (props: OrderLinkProps) => {
  const t = useMessages(orderPagesMessages)

  const { kind, shipments } = props.order
  const hasLeft = shipments.some(
    ({ state }) => state === 'shipped' || state === 'in-transit' || state === 'delivered',
  )
  return kind === 'gift' || !hasLeft ? null : (
    <OrderPageLink {...props} to="/return" label={t('returnItems')} />
  )
}

/** The link to review what has arrived. */
export const ReviewLink = (props: OrderLinkProps) => {
  const t = useMessages(orderPagesMessages)

  const { kind, shipments } = props.order
  const hasArrived = shipments.some(({ state }) => state === 'delivered')
  return kind === 'gift' || !hasArrived ? null : (
    <OrderPageLink {...props} to="/review" label={t('writeReview')} />
  )
}

interface OrderAgainProps {
  readonly order: Pick<Order, 'number'>
  /** The e-mail that a guest looked the order up with; null for a member, who is identified by the session. */
  readonly guestEmail: string | null
}

/** Puts what is still sold of an order into the cart; what could not be added is said on the page behind it. */
export const OrderAgain = ({ order, guestEmail }: OrderAgainProps) => {
  const t = useMessages(orderPagesMessages)
  return (
    <form method="post" action="/order-again">
      <input type="hidden" name="number" value={order.number} />
      <input type="hidden" name="email" value={guestEmail ?? ''} />
      <Button kind="secondary" size="small">
        {t('orderAgain')}
      </Button>
    </form>
  )
}

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
