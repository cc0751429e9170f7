import { hasWithdrawalRight } from '#location/rules/withdrawal-right.ts'

/** Days of the right itself, and days that a shipment may take: the carrier does not report the arrival. */
const rightDays = 14
const deliveryDays = 7

export interface OfferFacts {
  readonly state: 'placed' | 'shipped' | 'canceled'
  /** A gift that its recipient has claimed, with its shipment. */
  readonly isClaimed: boolean
  /** Packing has begun, or all of it has left. */
  readonly isPacked: boolean
  readonly country: string
  /** The shop's date; null before it shipped. */
  readonly shippedOn: Temporal.PlainDate | null
  readonly today: Temporal.PlainDate
}

/** Whether a buyer may cancel or withdraw from an order now. */
export type WithdrawalOffer =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'withdraw'; readonly until: Temporal.PlainDate }
  | { readonly kind: 'none'; readonly reason: 'canceled' | 'claimed' | 'packed' | 'shipped' | 'too-late' }

/**
 * Before packing begins everybody can cancel an order (ruling 16), unless it is a claimed gift. After that, where the
 * law gives the right, the buyer can withdraw until 14 days after the last day on which the shipment may have arrived,
 * that day included; one that is packed counts as if it shipped today.
 */
export const withdrawalOffer = ({
  state,
  isClaimed,
  isPacked,
  country,
  shippedOn,
  today,
}: OfferFacts): WithdrawalOffer => {
  if (state === 'canceled') return { kind: 'none', reason: 'canceled' }
  const isUnshipped = state === 'placed' || shippedOn === null
  if (isUnshipped && isClaimed) return { kind: 'none', reason: 'claimed' }
  if (isUnshipped && !isPacked) return { kind: 'cancel' }
  if (!hasWithdrawalRight(country)) return { kind: 'none', reason: isUnshipped ? 'packed' : 'shipped' }
  const until = (shippedOn ?? today).add({ days: deliveryDays + rightDays })
  return Temporal.PlainDate.compare(today, until) > 0
    ? { kind: 'none', reason: 'too-late' }
    : { kind: 'withdraw', until }
}

/**
 * Whether subscriptions of an order end with it: those that a purchase started, and those of a contract that is
 * withdrawn from. Canceling a renewal affects this one order only.
 */
export const endsSubscriptions = (
  order: {
    readonly kind: 'purchase' | 'renewal' | 'gift'
    readonly lines: readonly { readonly subscriptionId: string | null }[]
  },
  kind: 'cancel' | 'withdraw',
): boolean =>
  (kind === 'withdraw' || order.kind === 'purchase') &&
  order.lines.some(({ subscriptionId }) => subscriptionId !== null)
