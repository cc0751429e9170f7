import { longDate } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

/** A charge that was sent to the processor, or whose result is unknown. */
export interface ChargeInFlight {
  readonly cycleId: string
  /** The amount charged to the card. */
  readonly cents: Cents
  /** The date of its order. */
  readonly on: string
}

/** A charge that was in flight when a change was made, as wire object, with its current state. */
export interface ChargeDuringChange {
  readonly cycle_id: string
  /** The amount charged to the card, as a numeric string. */
  readonly amount: string
  readonly on: string
  readonly state: 'pending' | 'charged' | 'not-charged'
  /** Its order is canceled once it is paid. */
  readonly is_order_canceled: boolean
  /** Whether its order can still be canceled: it was not, and has not shipped. */
  readonly can_cancel_order: boolean
}

/** As it travels. */
export const wireChargeInFlight = ({ cycleId, cents, on }: ChargeInFlight) => ({
  cycle_id: cycleId,
  amount: wirePrice(cents),
  on,
})

type ChargeAmount = Pick<ChargeDuringChange, 'amount' | 'on'>

const chargePhrase = ({ amount, on }: ChargeAmount, verb: string): string =>
  `${formatPrice(parsePrice(amount), 'USD')} ${verb} for the order of ${longDate(on)}`

/** `$49.99 is being charged for the order of February 6, 2031.` */
export const chargeInFlightMessage = (charge: ChargeAmount): string =>
  `${chargePhrase(charge, 'is being charged')}.`

/** ACTION_NOT_ALLOWED while a charge is in flight, with its amount. */
export const chargeInFlightError = (charge: ChargeInFlight): ShopError => {
  const wire = wireChargeInFlight(charge)
  return new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${chargeInFlightMessage(wire)} Please try again in a few minutes; nothing else was changed.`,
    data: { reason: 'charge-in-flight', charge_in_flight: wire },
  })
}

/** `Cancel that order too and have $49.99 back` */
export const cancelOrderLabel = ({ amount }: Pick<ChargeDuringChange, 'amount'>): string =>
  `Cancel that order too and have ${formatPrice(parsePrice(amount), 'USD')} back`

const pendingMessages = (charge: ChargeDuringChange): string[] => [
  `${chargePhrase(charge, 'is being charged')}: that payment was on its way before you canceled. If your bank declines it, nothing is charged.`,
  charge.is_order_canceled
    ? 'Once it is paid, that order is canceled and refunded.'
    : 'Once it is paid, that order still ships. You can cancel it until then.',
]

const paidMessages = (charge: ChargeDuringChange): string[] => [
  `${chargePhrase(charge, 'was charged')}: that payment was on its way before you canceled.`,
  charge.is_order_canceled
    ? 'That order is canceled and refunded.'
    : 'That order still ships. You can cancel it until then.',
]

/**
 * What a cancellation means for payments, in sentences: the current state of the charge that was in flight, and that
 * nothing else is charged.
 */
export const chargeMessages = (charge: ChargeDuringChange | null): readonly string[] => {
  if (charge === null || charge.state === 'not-charged') return ['Nothing more will be charged for it.']
  const first = charge.state === 'pending' ? pendingMessages(charge) : paidMessages(charge)
  return [...first, 'Nothing else will be charged for the subscription.']
}
