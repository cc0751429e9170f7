import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { givesUpOrder } from './past-charge.ts'
import type { ChargedOrder } from './past-charge.ts'
import { chargeTexts } from '../../messages/charge-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

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

const chargePhrase = (
  { cents, currency, on }: ChargeAmount,
  state: 'pending' | 'charged',
  locale: Locale,
): string => {
  const t = chargeTexts.in(locale)
  return t('phrase', { amount: formatPrice(cents, currency, locale), state, day: longDate(on, locale) })
}

/** `$49.99 is being charged for the order of February 6, 2031.` */
export const chargeInFlightMessage = (charge: ChargeAmount, locale: Locale = defaultLocale): string =>
  `${chargePhrase(charge, 'pending', locale)}.`

/** `Cancel that order too and get $49.99 back` */
export const cancelOrderLabel = (
  { cents, currency }: Omit<ChargeAmount, 'on'>,
  locale: Locale = defaultLocale,
): string => {
  const t = chargeTexts.in(locale)
  return t('cancelToo', { amount: formatPrice(cents, currency, locale) })
}

const willBeCanceled = (locale: Locale): string => {
  const t = chargeTexts.in(locale)
  return t('willBeCanceled')
}

/** What follows if the payment fails; `action` is the change that is made meanwhile. */
const failureMessage = (action: string, { isRequested }: NamedCharge, locale: Locale): string => {
  const t = chargeTexts.in(locale)

  if (action === 'cancel') return t('declinedCancel')
  if (givesUpOrder(action)) return t('failedGivesUp')
  return isRequested ? t('failedRequested') : t('failedRetry')
}

const madeBefore = (action: string, locale: Locale): string => {
  const t = chargeTexts.in(locale)

  if (action === 'cancel') return t('beforeCancel')
  return action === 'change-address' ? t('beforeAddress') : t('beforeChange')
}

const pendingMessages = (charge: ChargeDuringChange, action: string, locale: Locale): string[] => {
  const t = chargeTexts.in(locale)
  return action === 'skip' && charge.isOrderCanceled
    ? [chargeInFlightMessage(charge, locale), willBeCanceled(locale), failureMessage(action, charge, locale)]
    : [
        `${chargePhrase(charge, 'pending', locale)}: ${madeBefore(action, locale)} ${failureMessage(action, charge, locale)}`,
        charge.isOrderCanceled ? willBeCanceled(locale) : t('stillShipsOncePaid'),
      ]
}

const paidMessages = (charge: ChargeDuringChange, action: string, locale: Locale): string[] => {
  const t = chargeTexts.in(locale)
  return [
    action === 'skip' && charge.isOrderCanceled
      ? `${chargePhrase(charge, 'charged', locale)}.`
      : `${chargePhrase(charge, 'charged', locale)}: ${madeBefore(action, locale)}`,
    charge.isOrderCanceled ? t('willBeRefunded') : t('stillShips'),
  ]
}

/** The change is undone: the order is what it was without it. */
const undoneMessages = (charge: ChargeDuringChange, locale: Locale): string[] => [
  `${chargePhrase(charge, charge.state === 'pending' ? 'pending' : 'charged', locale)}.`,
]

const messagesOf = (charge: ChargeDuringChange, action: string, locale: Locale): string[] => {
  if (action === 'undo') return undoneMessages(charge, locale)
  return charge.state === 'pending'
    ? pendingMessages(charge, action, locale)
    : paidMessages(charge, action, locale)
}

/** A charge that was in flight at a change and took, or may still take, money; null for none. */
export const chargeThatCounts = (charge: ChargeDuringChange | null): ChargeDuringChange | null =>
  charge === null || charge.state === 'not-charged' ? null : charge

/**
 * What a cancellation means for payments, in sentences: the current state of the charge that was in flight, and that
 * nothing else is charged.
 */
export const chargeMessages = (
  charge: ChargeDuringChange | null,
  locale: Locale = defaultLocale,
): readonly string[] => {
  const t = chargeTexts.in(locale)

  const counting = chargeThatCounts(charge)
  if (counting === null) return [t('notAgain')]
  return [...messagesOf(counting, 'cancel', locale), t('nothingElse')]
}

/**
 * As `chargeMessages`, after another change or its `undo`: the orders after the one that was being charged go on.
 */
export const chargeMessagesAfter = (
  action: string,
  charge: ChargeDuringChange | null,
  locale: Locale = defaultLocale,
): readonly string[] => {
  const counting = chargeThatCounts(charge)
  return counting === null ? [] : messagesOf(counting, action, locale)
}

/** The address of the book is changed: where the order of a charge goes. */
const addressPreviewMessage = (charge: ChargeAmount, locale: Locale): string => {
  const t = chargeTexts.in(locale)
  return t('oldAddress', { charge: chargeInFlightMessage(charge, locale) })
}

/** Beside a change, before it is made: what happens to the order that is being charged. */
export const chargePreviewMessage = (
  action: string,
  charge: NamedCharge,
  locale: Locale = defaultLocale,
): string => {
  const t = chargeTexts.in(locale)

  if (charge.isOrderCanceled) return `${chargeInFlightMessage(charge, locale)} ${willBeCanceled(locale)}`
  if (action === 'cancel') return t('paymentContinues', { charge: chargeInFlightMessage(charge, locale) })
  if (action === 'skip')
    return `${chargeInFlightMessage(charge, locale)} ${willBeCanceled(locale)} ${failureMessage(action, charge, locale)}`
  const what =
    action === 'change-address'
      ? addressPreviewMessage(charge, locale)
      : t('staysSame', { charge: chargeInFlightMessage(charge, locale) })
  return `${what} ${failureMessage(action, charge, locale)}`
}
