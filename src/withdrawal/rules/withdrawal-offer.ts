import { hasWithdrawalRight } from '#location/rules/withdrawal-right.ts'

/** Days of the right itself, and days that a parcel may take: the carrier does not tell us when it arrived. */
const rightDays = 14
const deliveryDays = 7

export interface OfferFacts {
  readonly state: 'placed' | 'shipped' | 'canceled'
  /** A gift that its recipient has claimed, and with it the parcel. */
  readonly isClaimed: boolean
  readonly country: string
  /** The shop's date; null before the parcel left. */
  readonly shippedOn: Temporal.PlainDate | null
  readonly today: Temporal.PlainDate
}

/** What a buyer may take back of an order as it stands. */
export type WithdrawalOffer =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'withdraw'; readonly until: Temporal.PlainDate }
  | { readonly kind: 'none'; readonly reason: 'canceled' | 'claimed' | 'shipped' | 'too-late' }

/**
 * An order that has not shipped is canceled by anybody (ruling 16), unless it is a gift that was claimed. After that, where the law gives the right, the contract
 * is withdrawn from until 14 days after the last day on which the parcel may have arrived, that day included.
 */
export const withdrawalOffer = ({
  state,
  isClaimed,
  country,
  shippedOn,
  today,
}: OfferFacts): WithdrawalOffer => {
  if (state === 'canceled') return { kind: 'none', reason: 'canceled' }
  const isUnshipped = state === 'placed' || shippedOn === null
  if (isUnshipped) return isClaimed ? { kind: 'none', reason: 'claimed' } : { kind: 'cancel' }
  if (!hasWithdrawalRight(country)) return { kind: 'none', reason: 'shipped' }
  const until = shippedOn.add({ days: deliveryDays + rightDays })
  return Temporal.PlainDate.compare(today, until) > 0
    ? { kind: 'none', reason: 'too-late' }
    : { kind: 'withdraw', until }
}

/**
 * Whether subscriptions of an order end when it is taken back: those that a purchase started, and those of a contract that is
 * withdrawn from. A renewal that is canceled is this one order only.
 */
export const endsSubscriptions = (
  order: {
    readonly kind: 'purchase' | 'renewal' | 'gift'
    readonly lines: readonly { readonly subscription_id: string | null }[]
  },
  kind: 'cancel' | 'withdraw',
): boolean =>
  (kind === 'withdraw' || order.kind === 'purchase') &&
  order.lines.some(({ subscription_id: id }) => id !== null)
