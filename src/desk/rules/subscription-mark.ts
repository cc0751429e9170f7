import type { SubscriptionState } from '#subscription/record/rules/subscription-state.ts'
import type { Mark } from './order-marks.ts'

const marks: Readonly<Record<SubscriptionState, Mark>> = {
  active: { level: 'full', tone: 'ok', word: 'active' },
  future: { level: 'low', tone: 'plain', word: 'starts later' },
  paused: { level: 'half', tone: 'plain', word: 'paused' },
  canceled: { level: 'empty', tone: 'quiet', word: 'canceled' },
  expired: { level: 'empty', tone: 'quiet', word: 'ended' },
  failed: { level: 'struck', tone: 'bad', word: 'card declined' },
}

export const subscriptionMark = (state: SubscriptionState): Mark => marks[state]
