import type {
  SubscriptionStatus,
  StatusHistory,
  StatusEntry,
} from '#subscription/record/rules/status-history.ts'
import { statusAt } from '#subscription/record/rules/status-history.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'

/** Why recurring revenue moved. */
export const movementKinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const

export type MovementKind = (typeof movementKinds)[number]

/** A movement of monthly recurring revenue; cents are negative where it went down. */
export interface Movement {
  readonly at: Temporal.Instant
  readonly kind: MovementKind
  readonly cents: number
}

/** Half-open: from `from` on, before `to`. */
export interface Period {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
}

/** Opening, the movements by kind, closing: in cents a month. */
export interface RevenueBridge {
  readonly openingCents: number
  readonly movements: Readonly<
    Record<MovementKind, { readonly subscriptions: number; readonly cents: number }>
  >
  readonly closingCents: number
}

/**
 * The monthly revenue of an active subscription before discounts, shipping and tax, rounded to cents; others have none.
 */
export const monthlyCents = ({
  state,
  quantity,
  unitPriceCents,
  intervalMonths,
}: SubscriptionStatus): number =>
  state === 'active' ? Math.round((unitPriceCents * quantity) / intervalMonths) : 0

/** Live and begun: one that starts again on a later day is live before, and comes back on that day. */
const hasBegun = ({ state }: SubscriptionStatus): boolean => isLive(state) && state !== 'future'

const kindOf = (
  before: SubscriptionStatus,
  after: SubscriptionStatus,
  cents: number,
): MovementKind | null => {
  if (hasBegun(before) && !hasBegun(after)) return 'churn'
  if (!hasBegun(before) && hasBegun(after)) return 'reactivation'
  if (cents === 0) return null
  return cents > 0 ? 'expansion' : 'contraction'
}

const movementOf = (before: StatusEntry | undefined, { at, status: to }: StatusEntry): Movement | null => {
  if (before === undefined) return { at, kind: 'new', cents: monthlyCents(to) }
  const cents = monthlyCents(to) - monthlyCents(before.status)
  const kind = kindOf(before.status, to, cents)
  return kind && { at, kind, cents }
}

/** The state after each moment: a late payment reactivates a subscription and sets its new price at once. */
const lastOfEachMoment = (history: StatusHistory): StatusHistory =>
  history.filter(({ at }, position) => {
    const next = history[position + 1]
    return next === undefined || !at.equals(next.at)
  })

/** Every movement of one subscription, the earliest first; together they are what it brings now. */
export const movementsOf = (history: StatusHistory): readonly Movement[] =>
  lastOfEachMoment(history).flatMap(
    (entry, position, entries) => movementOf(entries[position - 1], entry) ?? [],
  )

const isIn = ({ from, to }: Period, at: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) < 0

const revenueBefore = (history: StatusHistory, moment: Temporal.Instant): number => {
  const status = statusAt(history, moment.subtract({ nanoseconds: 1 }))
  return status === null ? 0 : monthlyCents(status)
}

/** Nothing yet. */
export const emptyBridge: RevenueBridge = {
  openingCents: 0,
  movements: {
    new: { subscriptions: 0, cents: 0 },
    reactivation: { subscriptions: 0, cents: 0 },
    expansion: { subscriptions: 0, cents: 0 },
    contraction: { subscriptions: 0, cents: 0 },
    churn: { subscriptions: 0, cents: 0 },
  },
  closingCents: 0,
}

/**
 * Adds one subscription's part to the bridge of a period. Opening and closing come from its status, the movements from
 * its changes, so that a bridge that does not close shows a bug.
 */
export const addToBridge = (bridge: RevenueBridge, history: StatusHistory, period: Period): RevenueBridge => {
  const movements = { ...bridge.movements }
  for (const { at, kind, cents } of movementsOf(history)) {
    if (!isIn(period, at)) continue
    const { subscriptions, cents: before } = movements[kind]
    movements[kind] = { subscriptions: subscriptions + 1, cents: before + cents }
  }
  return {
    openingCents: bridge.openingCents + revenueBefore(history, period.from),
    movements,
    closingCents: bridge.closingCents + revenueBefore(history, period.to),
  }
}

/** By how much a bridge fails to close, in cents; 0 when it adds up. */
export const bridgeGap = ({ openingCents, movements, closingCents }: RevenueBridge): number =>
  movementKinds.reduce((sum, kind) => sum + movements[kind].cents, openingCents) - closingCents
