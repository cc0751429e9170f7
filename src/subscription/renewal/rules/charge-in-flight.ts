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
    detail: `${chargeInFlightMessage(wire)} Please try again in a few minutes; nothing else was changed. Once it is paid, you can cancel that order until it ships.`,
    data: { reason: 'charge-in-flight', charge_in_flight: wire },
  })
}

/** `Cancel that order too and have $49.99 back` */
export const cancelOrderLabel = ({ amount }: Pick<ChargeDuringChange, 'amount'>): string =>
  `Cancel that order too and have ${formatPrice(parsePrice(amount), 'USD')} back`

/** The changes that are made during a charge. */
export type ActionDuringCharge = 'cancel' | 'change-address'

const madeBefore = {
  cancel: 'that payment was on its way before you canceled.',
  'change-address':
    'that payment was on its way before you changed the address, and its order goes to the address as it was.',
} as const satisfies Record<ActionDuringCharge, string>

const pendingMessages = (charge: ChargeDuringChange, action: ActionDuringCharge): string[] => [
  `${chargePhrase(charge, 'is being charged')}: ${madeBefore[action]} If your bank declines it, nothing is charged.`,
  charge.is_order_canceled
    ? 'Once it is paid, that order is canceled and refunded.'
    : 'Once it is paid, that order still ships. You can cancel it until then.',
]

const paidMessages = (charge: ChargeDuringChange, action: ActionDuringCharge): string[] => [
  `${chargePhrase(charge, 'was charged')}: ${madeBefore[action]}`,
  charge.is_order_canceled
    ? 'That order is canceled and refunded.'
    : 'That order still ships. You can cancel it until then.',
]

const messagesOf = (charge: ChargeDuringChange, action: ActionDuringCharge): string[] =>
  charge.state === 'pending' ? pendingMessages(charge, action) : paidMessages(charge, action)

/**
 * What a cancellation means for payments, in sentences: the current state of the charge that was in flight, and that
 * nothing else is charged.
 */
export const chargeMessages = (charge: ChargeDuringChange | null): readonly string[] => {
  if (charge === null || charge.state === 'not-charged') return ['Nothing more will be charged for it.']
  return [...messagesOf(charge, 'cancel'), 'Nothing else will be charged for the subscription.']
}

/** As `chargeMessages`, after a change of address: the orders after it go on, to the new one. */
export const addressChangeMessages = (charge: ChargeDuringChange | null): readonly string[] =>
  charge === null || charge.state === 'not-charged' ? [] : messagesOf(charge, 'change-address')

/** Beside a change of address, before it is made. */
export const addressPreviewMessage = (charge: ChargeAmount): string =>
  `${chargeInFlightMessage(charge)} That order goes to the address as it was; the orders after it go to this one.`
