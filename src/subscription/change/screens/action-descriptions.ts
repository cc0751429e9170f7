import { shortDate } from '#shared/dates.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { maxSkips } from '#subscription/record/rules/action-refusal.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'

type OrderFacts = Pick<Subscription, 'upcoming_order' | 'skipped_on' | 'charge_in_flight'>

const nextOrderText = ({ upcoming_order: order }: OrderFacts): string =>
  order === null ? 'your next order' : `your ${shortDate(order.on)} order`

const lastSkippedText = ({ skipped_on: skipped }: OrderFacts): string => {
  const last = skipped.at(-1)
  return last === undefined ? 'The order you skipped' : `Your ${shortDate(last)} order`
}

const skipText = (facts: OrderFacts): string => {
  const charge = facts.charge_in_flight
  return charge === null || charge.is_order_canceled
    ? `We’ll skip ${nextOrderText(facts)}. Nothing ships, and you won’t be charged. Your other dates stay the same. You can skip up to ${maxSkips} orders in a row.`
    : `We’ll skip your ${shortDate(charge.on)} order, which is being charged. Your other dates stay the same.`
}

const pauseText = ({ charge_in_flight: charge }: OrderFacts): string => {
  const what =
    charge === null
      ? 'Nothing ships and you won’t be charged'
      : 'No more orders ship and you won’t be charged again'
  return `${what} while it’s paused. You keep the days left until your next order.`
}

const descriptions: Readonly<Record<MemberAction, (facts: OrderFacts) => string>> = {
  skip: skipText,
  unskip: (facts) => `${lastSkippedText(facts)} is back on, on its original date.`,
  'skip-item': (facts) =>
    `We’ll leave it out of ${nextOrderText(facts)} and send it with the one after. Everything else ships as planned.`,
  'unskip-item': (facts) => `It ships with ${nextOrderText(facts)} again.`,
  move: () => 'Your next order moves to the date you choose. Later dates are counted from there.',
  'order-now': () => 'We’ll charge and place your next order today. Later dates are counted from today.',
  pause: pauseText,
  resume: () => 'Your subscription resumes today with the days you had left.',
  swap: () => 'You’ll get another product from your next order, at today’s price.',
  'change-quantity': () => 'Starts with your next order.',
  'change-frequency': () => 'Your next order date stays the same. Later dates follow the new schedule.',
  'add-one-time': () => 'Ships in the same box, one time. It doesn’t renew.',
  'remove-one-time': () => 'It won’t ship with your next order.',
  'change-address': () => 'Applies to this subscription from the next order. Shipping and tax may change.',
  'change-payment-method': () => 'Applies to this subscription from the next order.',
  'apply-coupon': () => 'Enter a code that applies to every order. It replaces your current code.',
  'set-end': () =>
    'Your subscription ends automatically after this many orders, and you won’t be charged again. Skipped orders don’t count. You can remove the end until the last order is placed.',
  cancel: () => 'You don’t need to call.',
  reactivate: () => 'Start again with the same plan, address and card. You’ll see the date and total first.',
}

/** What an action does, in one or two sentences above its form. */
export const actionDescription = (action: MemberAction, facts: OrderFacts): string =>
  descriptions[action](facts)
