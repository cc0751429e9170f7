import { shortDate } from '#shared/dates.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { maxSkips } from '#subscription/record/rules/action-refusal.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'

type OrderFacts = Pick<Subscription, 'upcoming_order' | 'skipped_on' | 'charge_in_flight'>

const nextOrderText = ({ upcoming_order: order }: OrderFacts): string =>
  order === null ? 'the next order' : `the order of ${shortDate(order.on)}`

const lastSkippedText = ({ skipped_on: skipped }: OrderFacts): string => {
  const last = skipped.at(-1)
  return last === undefined ? 'The order that was skipped' : `The order of ${shortDate(last)}`
}

const skipText = (facts: OrderFacts): string => {
  const charge = facts.charge_in_flight
  return charge === null || charge.is_order_canceled
    ? `We skip ${nextOrderText(facts)}: nothing ships and nothing is charged. Your dates stay as they are. You can skip ${maxSkips} in a row.`
    : `We skip the order of ${shortDate(charge.on)}, which is being charged. Your dates stay as they are.`
}

const pauseText = ({ charge_in_flight: charge }: OrderFacts): string => {
  const what =
    charge === null
      ? 'Nothing ships and nothing is charged'
      : 'No further order comes and nothing else is charged'
  return `${what} while it is paused. The days you have left until the next order are still there when it goes on.`
}

const descriptions: Readonly<Record<MemberAction, (facts: OrderFacts) => string>> = {
  skip: skipText,
  unskip: (facts) => `${lastSkippedText(facts)} comes after all, on its day.`,
  'skip-item': (facts) =>
    `It stays out of ${nextOrderText(facts)} and comes with the one after. Everything else comes as planned.`,
  'unskip-item': (facts) => `It comes with ${nextOrderText(facts)} after all.`,
  move: () => 'The next order comes on the day you choose; the dates after it are counted from there.',
  'order-now': () => 'The next order is charged and placed today. The dates after it are counted from today.',
  pause: pauseText,
  resume: () => 'It goes on from today, with the days that were left when you paused it.',
  swap: () => 'Another product from the next order on, at its price of today.',
  'change-quantity': () => 'From the next order on.',
  'change-frequency': () => 'The date of the next order stays; the dates after it follow the new rhythm.',
  'add-one-time': () => 'In the same box, this one time. It does not renew.',
  'remove-one-time': () => 'It does not come with the next order.',
  'change-address': () =>
    'For this subscription, from the next order on. Shipping and tax may change with it.',
  'change-payment-method': () => 'For this subscription, from the next order on.',
  'apply-coupon': () => 'Codes that count for every order. The code replaces the one that is there.',
  'set-end': () =>
    'It ends automatically after so many more orders, and nothing more is charged. An order that you skip is not one of them: it comes later. You can take the end away until the last order is placed.',
  cancel: () => 'There is no call to make and no second offer.',
  reactivate: () => 'The same plan, address and card as before. You see the date and the sum first.',
}

/** What an action does, in one or two sentences above its form. */
export const actionDescription = (action: MemberAction, facts: OrderFacts): string =>
  descriptions[action](facts)
