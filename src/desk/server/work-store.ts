import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import { lateDepartures } from '#delivery/rules/late-departures.ts'
import type { Database } from '#platform/schema.ts'
import type { ApprovalKind } from '../rules/approval.ts'
import { soonDays } from '../rules/lot-words.ts'
import { WorkKind } from '../rules/work-kinds.ts'

type Db = Kysely<Database>

const Group = z.object({
  kind: WorkKind,
  currency: CurrencyCode.nullable(),
  count: z.number(),
  cents: z.number().nullable(),
  since: z.string().nullable(),
  due_at: z.string().nullable(),
})

export type WorkGroup = z.output<typeof Group>

/** For whom and when the work is looked at. */
export interface WorkView {
  readonly today: Temporal.PlainDate
  readonly now: Temporal.Instant
  /** Nobody approves what they asked for themselves, or what their role does not decide on. */
  readonly staffId: string
  readonly decides: readonly ApprovalKind[]
}

/** By the day that its carrier named, else by its route and the day on which it left. */
const isLate = (today: Temporal.PlainDate) => {
  const { expectedBefore, leftBefore } = lateDepartures(today)
  const left = sql`${JSON.stringify(leftBefore)}::jsonb`
  return sql<boolean>`case when due_at is null
    then at < coalesce(${left} ->> detail, ${left} ->> '*')::timestamptz
    else due_at < ${expectedBefore.toString()} end`
}

/**
 * Shipments are packed from the day on which their days to ship begin, and silent when they should have arrived; deliveries are late
 * when their day is over; lots are work some time before it, and before that when they will not be sold in time; approvals count until they expire.
 */
const isDue = ({ today, now, staffId, decides }: WorkView) =>
  sql<boolean>`(kind <> 'shipment-to-pack' or starts_on <= ${today.toString()}::date)
    and (kind <> 'shipment-silent' or ${isLate(today)})
    and (kind <> 'lot-expiring' or due_at < ${today.add({ days: soonDays }).toString()}::date)
    and (kind <> 'lot-unsold' or due_at >= ${today.add({ days: soonDays }).toString()}::date)
    and (kind <> 'delivery-late' or due_at < ${today.toString()}::date)
    and (kind <> 'approval-waiting' or (due_at > ${now.toString()} and detail <> ${staffId}
      and exists (select from desk_approval_row asked where asked.state = 'open' and asked.id::text = desk_work.id
        and asked.kind = any(${decides}::text[]))))`

/** How much of each kind there is, by currency. */
export const selectWorkGroups = async (
  db: Db,
  kinds: readonly WorkKind[],
  view: WorkView,
): Promise<readonly WorkGroup[]> => {
  if (kinds.length === 0) return []
  const rows = await db
    .selectFrom('desk_work')
    .select(({ fn }) => [
      'kind',
      'currency',
      fn.countAll<number>().as('count'),
      sql<number | null>`sum(cents)::bigint`.as('cents'),
      sql<string | null>`min(at)`.as('since'),
      sql<string | null>`min(due_at)`.as('due_at'),
    ])
    .where('kind', 'in', kinds)
    .where(isDue(view))
    .groupBy(['kind', 'currency'])
    .execute()
  return rows.map((row) => Group.parse(row))
}

const Row = z.object({
  id: z.string(),
  at: z.string().nullable(),
  due_at: z.string().nullable(),
  detail: z.string(),
  order_number: z.string().nullable(),
  account_id: z.string().nullable(),
  cents: z.number().nullable(),
  currency: CurrencyCode.nullable(),
  /** What was requested, of what waits for a second person; the plan of a parked subscription. */
  about: z.string().nullable(),
})

export type WorkRow = z.output<typeof Row>

/** The oldest ones of a kind, those with a deadline by it. */
export const selectWork = async (
  db: Db,
  kind: WorkKind,
  view: WorkView,
  limit: number,
): Promise<readonly WorkRow[]> => {
  const rows = await db
    .selectFrom('desk_work')
    .select(['id', 'at', 'due_at', 'detail', 'order_number', 'account_id', 'cents', 'currency'])
    .select(
      sql<
        string | null
      >`case kind when 'approval-waiting' then (select asked.kind from desk_approval_row asked
          where asked.state = 'open' and asked.id::text = desk_work.id)
        when 'renewal-parked' then (select plan_code from desk_subscription parked
          where parked.id = desk_work.id::uuid) end`.as('about'),
    )
    .where('kind', '=', kind)
    .where(isDue(view))
    .orderBy('due_at')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** The order that is packed next: due until a day, the most urgent one, and not `except`. */
export const selectNextToPack = async (
  db: Db,
  today: Temporal.PlainDate,
  except: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('desk_work')
    .select('order_number')
    .where('kind', '=', 'shipment-to-pack')
    .where('starts_on', '<=', today.toString())
    .where('order_number', '<>', except)
    .orderBy('detail')
    .orderBy('order_number')
    .limit(1)
    .executeTakeFirst()
  return row?.order_number ?? null
}

const Run = z.object({
  id: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  due: z.number(),
})

/** A renewal run, or the last one for which something was due. */
export const selectRun = async (db: Db, id: string | null) => {
  const row = await db
    .selectFrom('desk_renewal_run')
    .selectAll()
    .$if(id !== null, (query) => query.where('id', '=', id))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Run.parse(row) : null
}

const Outcome = z.object({
  outcome: z.string(),
  currency: CurrencyCode.nullable(),
  count: z.number(),
  due: z.number(),
  card: z.number(),
  credit: z.number(),
})

export const selectRunGroups = async (db: Db, runId: string) => {
  const rows = await db
    .selectFrom('desk_renewal_entry')
    .select(({ fn }) => [
      'outcome',
      'currency',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(due_cents), 0)::bigint`.as('due'),
      sql<number>`sum(card_cents)::bigint`.as('card'),
      sql<number>`sum(credit_cents)::bigint`.as('credit'),
    ])
    .where('run_id', '=', runId)
    .groupBy(['outcome', 'currency'])
    .orderBy('currency')
    .execute()
  return rows
    .map((row) => Outcome.parse(row))
    .map(({ due, card, credit, ...group }) => ({
      ...group,
      dueCents: due,
      cardCents: card,
      creditCents: credit,
    }))
}

const Entry = z.object({
  subscription_id: z.string(),
  account_id: z.string(),
  due_on: z.string(),
  reason: z.string().nullable(),
  currency: CurrencyCode.nullable(),
  due_cents: z.number().nullable(),
  order_number: z.string().nullable(),
  plan_code: z.string().nullable(),
})

/** The entries of a run with one outcome. */
export const selectRunEntries = async (db: Db, runId: string, outcome: string, limit: number) => {
  const rows = await db
    .selectFrom('desk_renewal_entry')
    .select([
      'subscription_id',
      'account_id',
      'due_on',
      'reason',
      'currency',
      'due_cents',
      'order_number',
      'plan_code',
    ])
    .where('run_id', '=', runId)
    .where('outcome', '=', outcome)
    .orderBy('subscription_id')
    .limit(limit)
    .execute()
  return rows.map((row) => Entry.parse(row))
}
