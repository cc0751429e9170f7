import { hasWithdrawalRight } from '#location/rules/countries.ts'

/** Days of the right, from the day after the last of the order was received. */
const rightDays = 14

export interface OfferFacts {
  readonly state: 'placed' | 'shipped' | 'canceled'
  /** A gift that its recipient has claimed, with its shipment. */
  readonly isClaimed: boolean
  /** Packing has begun, or all of it has left. */
  readonly isPacked: boolean
  readonly country: string
  readonly placedAt: Temporal.Instant
  /** The day on which the last of it was received, by the shop's date; null while something of it is not. */
  readonly receivedOn: Temporal.PlainDate | null
  readonly today: Temporal.PlainDate
}

/** Whether a buyer may cancel or withdraw from an order now. */
export type WithdrawalOffer =
  | { readonly kind: 'cancel' }
  /** `until` null: not everything was received, so that the days have not begun. */
  | { readonly kind: 'withdraw'; readonly until: Temporal.PlainDate | null }
  | { readonly kind: 'none'; readonly reason: 'canceled' | 'claimed' | 'packed' | 'shipped' | 'too-late' }

/**
 * Before packing begins everybody can cancel an order (ruling 16), unless it is a claimed gift. After that, where the
 * law gives the right, the buyer can withdraw until 14 days after the last of the order was received, that day included
 * (Directive 2011/83/EU, article 9).
 */
export const withdrawalOffer = ({
  state,
  isClaimed,
  isPacked,
  country,
  placedAt,
  receivedOn,
  today,
}: OfferFacts): WithdrawalOffer => {
  if (state === 'canceled') return { kind: 'none', reason: 'canceled' }
  const isUnshipped = state === 'placed'
  if (isUnshipped && isClaimed) return { kind: 'none', reason: 'claimed' }
  if (isUnshipped && !isPacked) return { kind: 'cancel' }
  if (!hasWithdrawalRight(country, placedAt))
    return { kind: 'none', reason: isUnshipped ? 'packed' : 'shipped' }
  const until = receivedOn && receivedOn.add({ days: rightDays })
  return until && Temporal.PlainDate.compare(today, until) > 0
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
