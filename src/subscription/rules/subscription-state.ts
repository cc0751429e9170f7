/** States of spec §4; what the engine needs besides is in records of its own. */
const liveStates = ['active', 'future', 'paused'] as const
const endedStates = ['canceled', 'expired', 'failed'] as const

export type SubscriptionState = (typeof liveStates)[number] | (typeof endedStates)[number]

export const isLive = (state: SubscriptionState): boolean => liveStates.some((live) => live === state)

export type SubscriptionAction =
  | 'bill'
  | 'skip'
  | 'pause'
  | 'resume'
  | 'change'
  | 'move'
  | 'cancel'
  | 'reactivate'

/** Which action a subscription in which state allows; asked by server and screens alike. */
const allowedIn = {
  bill: ['active'],
  skip: ['active'],
  pause: ['active'],
  resume: ['paused'],
  change: ['active', 'future', 'paused'],
  move: ['active', 'future'],
  cancel: ['active', 'future', 'paused'],
  reactivate: ['canceled', 'expired', 'failed'],
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
