import { longDate } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { priceText, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { givesUpOrder } from './past-charge.ts'
import type { ChargedOrder } from './past-charge.ts'

/** A charge that was sent to the processor, or whose result is unknown. */
export interface ChargeInFlight {
  readonly cycleId: string
  /** The amount charged to the card. */
  readonly cents: Cents
  readonly currency: Currency
  /** The date of its order. */
  readonly on: string
  readonly order: ChargedOrder
  /** The member asked for the order at once. */
  readonly isRequested: boolean
  /** Its order is canceled once it is paid. */
  readonly isOrderCanceled: boolean
}

/** As `ChargeInFlight`, as it travels. */
export interface NamedCharge {
  readonly cycle_id: string
  /** The amount charged to the card, as a numeric string. */
  readonly amount: string
  readonly currency: Currency
  readonly on: string
  readonly is_requested: boolean
  readonly is_order_canceled: boolean
}

/** A charge that was in flight when a change was made, as wire object, with its current state. */
export interface ChargeDuringChange extends NamedCharge {
  readonly state: 'pending' | 'charged' | 'not-charged'
  /** Whether its order can still be canceled: it was not, and has not shipped. */
  readonly can_cancel_order: boolean
}

/** What lists of several subscriptions say of a charge. */
export const wireChargeAmount = ({
  cycleId,
  cents,
  currency,
  on,
}: Pick<ChargeInFlight, 'cycleId' | 'cents' | 'currency' | 'on'>) => ({
  cycle_id: cycleId,
  amount: wirePrice(cents, currency),
  currency,
  on,
})

/** As it travels. */
export const wireChargeInFlight = (charge: ChargeInFlight): NamedCharge => ({
  ...wireChargeAmount(charge),
  is_requested: charge.isRequested,
  is_order_canceled: charge.isOrderCanceled,
})

type ChargeAmount = Pick<ChargeDuringChange, 'amount' | 'currency' | 'on'>

const chargePhrase = ({ amount, currency, on }: ChargeAmount, verb: string): string =>
  `${priceText(amount, currency)} ${verb} for your ${longDate(on)} order`

/** `$49.99 is being charged for the order of February 6, 2031.` */
export const chargeInFlightMessage = (charge: ChargeAmount): string =>
  `${chargePhrase(charge, 'is being charged')}.`

/** ACTION_NOT_ALLOWED while a charge is in flight, with its amount. */
export const chargeInFlightError = (charge: ChargeInFlight): ShopError => {
  const wire = wireChargeInFlight(charge)
  return new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${chargeInFlightMessage(wire)} Please try again in a few minutes. Nothing else was changed. Once it’s paid, you can cancel that order until we pack it.`,
    data: { reason: 'charge-in-flight', charge_in_flight: wire },
  })
}

/** `Cancel that order too and get $49.99 back` */
export const cancelOrderLabel = ({ amount, currency }: Omit<ChargeAmount, 'on'>): string =>
  `Cancel that order too and get ${priceText(amount, currency)} back`

const willBeCanceled = 'Once it’s paid, that order will be canceled and refunded.'

/** What follows if the payment fails; `action` is the change that is made meanwhile. */
const failureMessage = (action: string, { is_requested: isRequested }: NamedCharge): string => {
  if (action === 'cancel') return 'If your bank declines it, you won’t be charged.'
  if (givesUpOrder(action)) return 'If the payment fails, we won’t try that order again.'
  return isRequested
    ? 'If the payment fails, that order won’t be placed, and your earlier dates apply.'
    : 'If the payment fails, we’ll try that order again with this change.'
}

const madeBefore = (action: string): string => {
  if (action === 'cancel') return 'that payment started before you canceled.'
  return action === 'change-address'
    ? 'that payment started before you changed the address, and its order ships to the old address.'
    : 'that payment started before you made this change, and its order stays the same.'
}

const pendingMessages = (charge: ChargeDuringChange, action: string): string[] =>
  action === 'skip' && charge.is_order_canceled
    ? [chargeInFlightMessage(charge), willBeCanceled, failureMessage(action, charge)]
    : [
        `${chargePhrase(charge, 'is being charged')}: ${madeBefore(action)} ${failureMessage(action, charge)}`,
        charge.is_order_canceled
          ? willBeCanceled
          : 'Once it’s paid, that order still ships. You can cancel it until then.',
      ]

const paidMessages = (charge: ChargeDuringChange, action: string): string[] => [
  action === 'skip' && charge.is_order_canceled
    ? `${chargePhrase(charge, 'was charged')}.`
    : `${chargePhrase(charge, 'was charged')}: ${madeBefore(action)}`,
  charge.is_order_canceled
    ? 'That order will be canceled and refunded.'
    : 'That order still ships. You can cancel it until then.',
]

/** The change is undone: the order is what it was without it. */
const undoneMessages = (charge: ChargeDuringChange): string[] => [
  `${chargePhrase(charge, charge.state === 'pending' ? 'is being charged' : 'was charged')}.`,
]

const messagesOf = (charge: ChargeDuringChange, action: string): string[] => {
  if (action === 'undo') return undoneMessages(charge)
  return charge.state === 'pending' ? pendingMessages(charge, action) : paidMessages(charge, action)
}

/** A charge that was in flight at a change and took, or may still take, money; null for none. */
export const chargeThatCounts = (charge: ChargeDuringChange | null): ChargeDuringChange | null =>
  charge === null || charge.state === 'not-charged' ? null : charge

/**
 * What a cancellation means for payments, in sentences: the current state of the charge that was in flight, and that
 * nothing else is charged.
 */
export const chargeMessages = (charge: ChargeDuringChange | null): readonly string[] => {
  const counting = chargeThatCounts(charge)
  if (counting === null) return ['You won’t be charged again.']
  return [...messagesOf(counting, 'cancel'), 'You won’t be charged anything else for this subscription.']
}

/**
 * As `chargeMessages`, after another change or its `undo`: the orders after the one that was being charged go on.
 */
export const chargeMessagesAfter = (action: string, charge: ChargeDuringChange | null): readonly string[] => {
  const counting = chargeThatCounts(charge)
  return counting === null ? [] : messagesOf(counting, action)
}

/** The address of the book is changed: where the order of a charge goes. */
const addressPreviewMessage = (charge: ChargeAmount): string =>
  `${chargeInFlightMessage(charge)} That order ships to the old address. Later orders ship to this one.`

/** Beside a change, before it is made: what happens to the order that is being charged. */
export const chargePreviewMessage = (action: string, charge: NamedCharge): string => {
  if (charge.is_order_canceled) return `${chargeInFlightMessage(charge)} ${willBeCanceled}`
  if (action === 'cancel')
    return `${chargeInFlightMessage(charge)} That payment continues. You won’t be charged anything else.`
  if (action === 'skip')
    return `${chargeInFlightMessage(charge)} ${willBeCanceled} ${failureMessage(action, charge)}`
  const what =
    action === 'change-address'
      ? addressPreviewMessage(charge)
      : `${chargeInFlightMessage(charge)} That order stays the same. This applies from the order after it.`
  return `${what} ${failureMessage(action, charge)}`
}
