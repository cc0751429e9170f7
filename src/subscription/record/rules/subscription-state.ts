/** States of spec §4; what else the engine needs is in records of its own. */
const liveStates = ['active', 'future', 'paused'] as const
const endedStates = ['canceled', 'expired', 'failed'] as const
const allStates = [...liveStates, ...endedStates] as const

export type SubscriptionState = (typeof allStates)[number]

export const isLive = (state: SubscriptionState): boolean => liveStates.some((live) => live === state)

/** What members do, in the order in which they are offered. */
export const memberActions = [
  'skip',
  'unskip',
  'skip-item',
  'unskip-item',
  'move',
  'order-now',
  'resume',
  'pause',
  'swap',
  'change-quantity',
  'change-frequency',
  'add-one-time',
  'remove-one-time',
  'change-address',
  'change-payment-method',
  'apply-coupon',
  'set-end',
  'cancel',
  'reactivate',
] as const

export type MemberAction = (typeof memberActions)[number]

/** `bill` is the worker's. */
export type SubscriptionAction = MemberAction | 'bill'

/** Which actions a subscription allows in which state; used by server and screens. */
const allowedIn = {
  bill: ['active'],
  skip: ['active'],
  unskip: ['active'],
  'skip-item': ['active'],
  'unskip-item': ['active'],
  move: ['active', 'future'],
  'order-now': ['active'],
  // Paused again: until another day.
  pause: ['active', 'paused'],
  resume: ['paused'],
  swap: liveStates,
  'change-quantity': liveStates,
  'change-frequency': liveStates,
  'add-one-time': liveStates,
  'remove-one-time': liveStates,
  // Also of what has ended, so that it can be started again at the new address and with the new card.
  'change-address': allStates,
  'change-payment-method': allStates,
  'apply-coupon': liveStates,
  'set-end': liveStates,
  cancel: liveStates,
  reactivate: endedStates,
} as const satisfies Record<SubscriptionAction, readonly SubscriptionState[]>

export const isAllowed = (action: SubscriptionAction, state: SubscriptionState): boolean =>
  allowedIn[action].some((allowed) => allowed === state)

/** A subscription as endpoints return it; instants are ISO text. */
interface SubscribedPlan {
  readonly planCode: string
  readonly state: SubscriptionState
  readonly activated_at: string
  readonly canceled_at: string | null
}

/**
 * Whether one of these subscriptions makes a plan active: it is to this plan, has not expired, and was not canceled, or
 * was reactivated after it was (spec §4).
 */
export const hasActivePlan = (subscriptions: readonly SubscribedPlan[], planCode: string): boolean =>
  subscriptions.some(
    (one) =>
      one.planCode === planCode &&
      one.state !== 'expired' &&
      (one.canceled_at === null || Date.parse(one.activated_at) > Date.parse(one.canceled_at)),
  )
