import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { standingHistory } from '../rules/standing-history.ts'
import type { Standing, StandingHistory } from '../rules/standing-history.ts'
import { Steering } from '../rules/steering.ts'
import { selectSettlements } from './billing-cycle-store.ts'
import { countCases } from './dunning-store.ts'
import { selectChangesOfMany } from './subscription-change-store.ts'
import type { ChangeRow } from './subscription-change-store.ts'
import { selectSubscriptionsAfter } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const batchSize = 500

const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)

const standingOf = (row: SubscriptionRow): Standing => ({
  state: Steering.shape.state.parse(row.state),
  planCode: row.plan_code,
  quantity: row.quantity,
  unitPriceCents: row.unit_price_cents,
  intervalMonths: row.interval_months,
})

const grouped = <T extends { readonly subscription_id: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, (row) => row.subscription_id)

const historyOf = (
  row: SubscriptionRow,
  changes: readonly ChangeRow[],
  settlements: readonly { readonly settled_at: string }[],
): StandingHistory => {
  const made = changes.map(({ at, undone_at: undoneAt, before, after }) => ({
    at: instant(at),
    undoneAt: undoneAt === null ? null : instant(undoneAt),
    before: Steering.parse(before),
    after: Steering.parse(after),
  }))
  return standingHistory({
    // A reactivation moves the row's own moment.
    startedAt: instant(made[0]?.before.activatedAt ?? row.activated_at),
    changes: made,
    settledAt: settlements.map(({ settled_at: settledAt }) => instant(settledAt)),
    now: standingOf(row),
  })
}

/** The life of every subscription of the shop, some hundred at a time; for figures, not for requests. */
export async function* standingHistories(db: Kysely<Database>): AsyncGenerator<StandingHistory> {
  let after: string | null = null
  for (;;) {
    const rows: SubscriptionRow[] = await selectSubscriptionsAfter(db, after, batchSize)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    const changes = grouped(await selectChangesOfMany(db, ids))
    const settlements = grouped(await selectSettlements(db, ids))
    for (const row of rows) yield historyOf(row, changes.get(row.id) ?? [], settlements.get(row.id) ?? [])
    after = ids.at(-1) ?? null
  }
}

/** Renewals whose card was refused, by what has become of them until now. */
export interface DunningCount {
  readonly opened: number
  readonly recovered: number
  readonly lost: number
}

/** The dunning cases opened in a span of time; those that are neither recovered nor lost are still open. */
export const dunningCount = async (
  db: Kysely<Database>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<DunningCount> => {
  const counted = new Map((await countCases(db, from, to)).map(({ state, cases }) => [state, cases]))
  const sum = (...states: readonly string[]): number =>
    states.reduce((total, state) => total + (counted.get(state) ?? 0), 0)
  return {
    opened: sum('open', 'ended', 'closed', 'recovered'),
    recovered: sum('recovered'),
    lost: sum('ended', 'closed'),
  }
}
