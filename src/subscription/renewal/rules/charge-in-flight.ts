import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
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

/** What sentences say of a charge. */
export type ChargeAmount = Pick<ChargeInFlight, 'cents' | 'currency' | 'on'>

/** A charge as its member sees it. */
export type NamedCharge = Omit<ChargeInFlight, 'order'>

/** A charge that was in flight when a change was made, with its current state. */
export interface ChargeDuringChange extends NamedCharge {
  readonly state: 'pending' | 'charged' | 'not-charged'
  /** Whether its order can still be canceled: it was not, and has not shipped. */
  readonly canCancelOrder: boolean
}

const chargePhrase = ({ cents, currency, on }: ChargeAmount, verb: string): string =>
  `${formatPrice(cents, currency)} ${verb} for your ${longDate(on)} order`

/** `$49.99 is being charged for the order of February 6, 2031.` */
export const chargeInFlightMessage = (charge: ChargeAmount): string =>
  `${chargePhrase(charge, 'is being charged')}.`

/** `Cancel that order too and get $49.99 back` */
export const cancelOrderLabel = ({ cents, currency }: Omit<ChargeAmount, 'on'>): string =>
  `Cancel that order too and get ${formatPrice(cents, currency)} back`

const willBeCanceled = 'Once it’s paid, that order will be canceled and refunded.'

/** What follows if the payment fails; `action` is the change that is made meanwhile. */
const failureMessage = (action: string, { isRequested }: NamedCharge): string => {
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
  action === 'skip' && charge.isOrderCanceled
    ? [chargeInFlightMessage(charge), willBeCanceled, failureMessage(action, charge)]
    : [
        `${chargePhrase(charge, 'is being charged')}: ${madeBefore(action)} ${failureMessage(action, charge)}`,
        charge.isOrderCanceled
          ? willBeCanceled
          : 'Once it’s paid, that order still ships. You can cancel it until then.',
      ]

const paidMessages = (charge: ChargeDuringChange, action: string): string[] => [
  action === 'skip' && charge.isOrderCanceled
    ? `${chargePhrase(charge, 'was charged')}.`
    : `${chargePhrase(charge, 'was charged')}: ${madeBefore(action)}`,
  charge.isOrderCanceled
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
  if (charge.isOrderCanceled) return `${chargeInFlightMessage(charge)} ${willBeCanceled}`
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
