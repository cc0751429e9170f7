import { sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type {
  SubscriptionStatus,
  StatusHistory,
  StatusEntry,
} from '#subscription/record/rules/status-history.ts'
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

/** Movements of one month and currency added up; those of all months before the first have the month ''. */
export interface MovementSum {
  readonly month: string
  readonly currency: Currency
  readonly kind: MovementKind | 'none'
  readonly subscriptions: number
  readonly cents: number
}

const moved = (sums: readonly MovementSum[], kind: MovementKind) => {
  const own = sums.filter((sum) => sum.kind === kind)
  return {
    subscriptions: own.reduce((sum, { subscriptions }) => sum + subscriptions, 0),
    cents: sumCents(own.map(({ cents }) => cents)),
  }
}

const centsOf = (sums: readonly MovementSum[]): number => sumCents(sums.map(({ cents }) => cents))

/**
 * Opening, movements and closing of each month in one currency: what moved before the first month is its opening, and each
 * month opens with what the one before closed with.
 */
export const revenueBridges = (
  months: readonly string[],
  sums: readonly MovementSum[],
): readonly RevenueBridge[] => {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  let closingCents = centsOf(byMonth.get('') ?? [])
  return months.map((month) => {
    const own = byMonth.get(month) ?? []
    const openingCents = closingCents
    closingCents += centsOf(own)
    const movements = {
      new: moved(own, 'new'),
      reactivation: moved(own, 'reactivation'),
      expansion: moved(own, 'expansion'),
      contraction: moved(own, 'contraction'),
      churn: moved(own, 'churn'),
    }
    return { openingCents, movements, closingCents }
  })
}
