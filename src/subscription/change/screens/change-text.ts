import { shortDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import {
  chargeMessages,
  chargeMessagesAfter,
  chargeThatCounts,
} from '#subscription/renewal/rules/charge-in-flight.ts'
import { readChargeDuringChange } from '#subscription/renewal/rules/charge-reply.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { isMemberAction } from '#subscription/record/screens/member-action.ts'
import { frequencyText } from '#subscription/record/screens/subscription-text.ts'
import type { listSubscriptionChanges } from '../choice-endpoints.ts'
import { changeMessages } from '../../messages/change-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { maxSkips } from '#subscription/record/rules/action-refusal.ts'

export type ChangeRecord = ReplyOf<typeof listSubscriptionChanges>['changes'][number]

const dayText = (on: string | null, locale: Locale): string => {
  const t = changeMessages.in(locale)
  return on === null ? t('none') : shortDate(on, locale)
}

const movedText = ({ before, after }: ChangeRecord, locale: Locale): string => {
  const t = changeMessages.in(locale)
  return t('moved', {
    before: dayText(before.next_order_on, locale),
    after: dayText(after.next_order_on, locale),
  })
}

/** Changes that are described by their kind alone. */
const fixedTexts = {
  'order-now': 'doneOrderNow',
  pause: 'donePause',
  resume: 'doneResume',
  'skip-item': 'doneSkipItem',
  'unskip-item': 'doneUnskipItem',
  'add-one-time': 'doneAddOnce',
  'remove-one-time': 'doneRemoveOnce',
  'change-address': 'doneAddress',
  'change-payment-method': 'doneCard',
  'apply-coupon': 'doneCoupon',
  cancel: 'doneCancel',
  reactivate: 'doneReactivate',
} as const satisfies Partial<Record<MemberAction, string>>

const hasFixedText = (action: MemberAction): action is keyof typeof fixedTexts =>
  Object.hasOwn(fixedTexts, action)

const endText = (remaining: number | null, locale: Locale): string => {
  const t = changeMessages.in(locale)

  if (remaining === null) return t('doneEndRemoved')
  return remaining === 1 ? t('doneEndNext') : t('doneEndAfter', { count: remaining })
}

/** The order that was being charged was skipped, and not the one after it. */
const skipsCharged = ({ before, after, charge_in_flight: charge }: ChangeRecord): boolean =>
  charge !== null && before.next_order_on === after.next_order_on

/** What a change did, as a line of the history. */
export const changeText = (change: ChangeRecord, locale: Locale = defaultLocale): string => {
  const t = changeMessages.in(locale)

  const { action, before, after, charge_in_flight: charge } = change
  if (!isMemberAction(action)) return t('doneOther')
  if (hasFixedText(action)) return t(fixedTexts[action])
  switch (action) {
    case 'skip':
      return t('doneSkip', {
        day: dayText(skipsCharged(change) ? (charge?.on ?? null) : before.next_order_on, locale),
      })
    case 'unskip':
      return t('doneUnskip', { day: dayText(after.next_order_on, locale) })
    case 'move':
      return t('doneMove', { move: movedText(change, locale) })
    case 'swap':
      return t('doneSwap', { before: before.plan_name, after: after.plan_name })
    case 'change-quantity':
      return t('doneQuantity', { before: before.quantity, after: after.quantity })
    case 'change-frequency':
      return t('doneFrequency', {
        before: frequencyText(before.interval_months, locale),
        after: frequencyText(after.interval_months, locale),
      })
    case 'set-end':
      return endText(after.remaining_orders, locale)
    default:
      return action satisfies never
  }
}

/** Changes whose text does not say when the next order comes. */
const leavesDateOpen = ['skip', 'order-now', 'resume', 'change-frequency', 'reactivate']

/** What is true of the money of a charge that was under way at a change; empty when none was. */
export const chargeTextOf = (
  { action, charge_in_flight: reply }: ChangeRecord,
  locale: Locale = defaultLocale,
): string => {
  const charge = readChargeDuringChange(reply)
  if (chargeThatCounts(charge) === null) return ''
  return (action === 'cancel' ? chargeMessages(charge) : chargeMessagesAfter(action, charge, locale)).join(
    ' ',
  )
}

/** What follows from a change that was just made, as a second sentence; `nextOn` is the order that comes now. */
export const consequenceText = (
  { action, after, charge_in_flight: reply }: ChangeRecord,
  nextOn: string | null,
  locale: Locale = defaultLocale,
): string => {
  const t = changeMessages.in(locale)

  const counting = chargeThatCounts(readChargeDuringChange(reply))
  if (action === 'cancel') return counting === null ? t('afterCancel') : t('afterCancelCharged')
  if (after.state === 'paused') return counting === null ? t('afterPause') : t('afterPauseCharged')
  return nextOn === null || !leavesDateOpen.includes(action)
    ? ''
    : t('nextOn', { day: shortDate(nextOn, locale) })
}

type OrderFacts = Pick<Subscription, 'upcoming_order' | 'skipped_on' | 'charge_in_flight'>

const nextOrderText = ({ upcoming_order: order }: OrderFacts, locale: Locale): string => {
  const t = changeMessages.in(locale)
  return order === null ? t('yourNextOrder') : t('yourOrder', { day: shortDate(order.on, locale) })
}

const lastSkippedText = ({ skipped_on: skipped }: OrderFacts, locale: Locale): string => {
  const t = changeMessages.in(locale)

  const last = skipped.at(-1)
  return last === undefined ? t('orderSkipped') : t('yourOrderStart', { day: shortDate(last, locale) })
}

const skipText = (facts: OrderFacts, locale: Locale): string => {
  const t = changeMessages.in(locale)

  const charge = facts.charge_in_flight
  return charge === null || charge.is_order_canceled
    ? t('skip', { order: nextOrderText(facts, locale), count: maxSkips })
    : t('skipCharged', { day: shortDate(charge.on, locale) })
}

const pauseText = ({ charge_in_flight: charge }: OrderFacts, locale: Locale): string => {
  const t = changeMessages.in(locale)

  const what = charge === null ? t('nothingShips') : t('noMore')
  return t('pause', { what })
}

const descriptions = (locale: Locale): Readonly<Record<MemberAction, (facts: OrderFacts) => string>> => {
  const t = changeMessages.in(locale)
  return {
    skip: (facts) => skipText(facts, locale),
    unskip: (facts) => t('unskip', { order: lastSkippedText(facts, locale) }),
    'skip-item': (facts) => t('skipItem', { order: nextOrderText(facts, locale) }),
    'unskip-item': (facts) => t('unskipItem', { order: nextOrderText(facts, locale) }),
    move: () => t('move'),
    'order-now': () => t('orderNow'),
    pause: (facts) => pauseText(facts, locale),
    resume: () => t('resume'),
    swap: () => t('swap'),
    'change-quantity': () => t('startsNext'),
    'change-frequency': () => t('frequency'),
    'add-one-time': () => t('addOnce'),
    'remove-one-time': () => t('removeOnce'),
    'change-address': () => t('address'),
    'change-payment-method': () => t('card'),
    'apply-coupon': () => t('coupon'),
    'set-end': () => t('setEnd'),
    cancel: () => t('cancel'),
    reactivate: () => t('reactivate'),
  }
}

/** What an action does, in one or two sentences above its form. */
export const actionDescription = (
  action: MemberAction,
  facts: OrderFacts,
  locale: Locale = defaultLocale,
): string => descriptions(locale)[action](facts)
