import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import type { RowPlace } from '../rules/row-numbers.ts'

type Db = Kysely<Database>
type Condition = RawBuilder<unknown>

/** Which rows: from one moment on (null for all before) and before another. */
export interface RequestedRows {
  readonly from: Temporal.Instant | null
  readonly before: Temporal.Instant
  readonly currency: string | undefined
  /** The moments between which the subscription started. */
  readonly started: { readonly from: Temporal.Instant; readonly before: Temporal.Instant } | null
  readonly kind: string | undefined
  readonly after: RowPlace | undefined
  readonly limit: number
}

const Row = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  /** The subscription, or the number of the order. */
  subject: z.string(),
  currency: CurrencyCode,
  cents: z.number(),
  count: z.number(),
})

export type ReportRow = z.output<typeof Row>

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const given = <T>(value: T | undefined | null, condition: (value: T) => Condition): Condition[] =>
  value === undefined || value === null ? [] : [condition(value)]

/** The rows of a list with a moment and an id, the latest first. */
const page = async (
  db: Db,
  list: Condition,
  requested: RequestedRows,
  more: readonly Condition[],
): Promise<ReportRow[]> => {
  const conditions = [
    sql`at < ${requested.before.toString()}::timestamptz`,
    ...given(requested.from, (from) => sql`at >= ${from.toString()}::timestamptz`),
    ...given(requested.currency, (currency) => sql`currency = ${currency}`),
    ...given(requested.after, ({ at, id }) => sql`(at, id) < (${at}::timestamptz, ${id}::uuid)`),
    ...more,
  ]
  const { rows } = await sql`select id, at, what, subject, currency, cents, count from (${list}) listed
    where ${all(conditions)} order by at desc, id desc limit ${requested.limit}`.execute(db)
  return z.array(Row).parse(rows)
}

const movements = sql`select subscription_id as id, at, kind, live, started_at, currency, cents, live as count,
  kind || ', ' || state as what, subscription_id::text as subject from report_movement`

const movementsOf = (kind: string): Condition => {
  if (kind === 'revenue') return sql`cents <> 0`
  if (kind === 'live') return sql`live <> 0`
  return kind === 'ended' ? sql`live = -1` : sql`kind = ${kind}`
}

/**
 * Movements of recurring revenue: of one kind, or `revenue` for all that moved it, `live` for all that changed what is live, `ended` for
 * all after which a subscription is not live any more.
 */
export const selectMovementRows = (db: Db, kind: string, requested: RequestedRows): Promise<ReportRow[]> => {
  const started = given(
    requested.started,
    ({ from, before }) =>
      sql`started_at >= ${from.toString()}::timestamptz and started_at < ${before.toString()}::timestamptz`,
  )
  return page(db, movements, requested, [movementsOf(kind), ...started])
}

const cases = sql`select id, opened_at as at, outcome, currency, cents, 1 as count, outcome as what,
  subscription_id::text as subject from report_dunning_case`

export const selectDeclinedRows = (db: Db, requested: RequestedRows): Promise<ReportRow[]> =>
  page(
    db,
    cases,
    requested,
    given(requested.kind, (kind) => sql`outcome = ${kind}`),
  )

const orders = sql`select id, placed_at as at, kind, currency, cents, 1 as count, kind as what, number as subject from report_order`

const refunds = sql`select id, posted_at as at, currency, cents, 1 as count, 'refund' as what, coalesce(number, '') as subject
  from report_refund`

/** Orders of a kind, or refunds. */
export const selectOrderRows = (db: Db, requested: RequestedRows): Promise<ReportRow[]> =>
  requested.kind === 'refund'
    ? page(db, refunds, requested, [])
    : page(
        db,
        orders,
        requested,
        given(requested.kind, (kind) => sql`kind = ${kind}`),
      )

const Need = z.object({ product: z.string(), week: z.number(), units: z.number() })

/**
 * What orders of subscriptions as they are now will need of each product in each of the next weeks, counted from `today` (week 0);
 * orders that are overdue are in week 0.
 */
export const selectComingUnits = async (db: Db, today: Temporal.PlainDate, weeks: number) => {
  const day = today.toString()
  const { rows } = await sql`
    select product, greatest(0, (due_on - ${day}::date) / 7) as week, sum(units)::integer as units
    from report_coming_order where due_on < ${day}::date + ${7 * weeks}::integer group by 1, 2`.execute(db)
  return z.array(Need).parse(rows)
}
