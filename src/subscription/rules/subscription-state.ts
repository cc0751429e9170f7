/** States of spec §4; what the engine needs besides is in records of its own. */
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

/** Which action a subscription in which state allows; asked by server and screens alike. */
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

/** Instants as ISO text in UTC, as they arrive in the browser. */
interface PlanHeld {
  readonly planCode: string
  readonly activatedAt: string
  readonly canceledAt: string | null
}

/** A plan is active when a subscription to it is not cancelled, or was reactivated after cancelling (spec §4). */
export const hasActivePlan = (held: readonly PlanHeld[], planCode: string): boolean =>
  held.some(
    (one) =>
      one.planCode === planCode &&
      (one.canceledAt === null || Date.parse(one.activatedAt) > Date.parse(one.canceledAt)),
  )
