import { shortDate } from '#shared/dates.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { maxSkips } from '#subscription/record/rules/action-refusal.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { changeMessages } from '../../messages/change-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

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
