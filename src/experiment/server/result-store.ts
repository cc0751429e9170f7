import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Currency } from '#shared/money.ts'
import { isMoney } from '../rules/metrics.ts'
import type { Metric } from '../rules/metrics.ts'

type Db = Kysely<Database>

/** The people of one phase of an experiment. */
export interface Phase {
  readonly experiment: string
  readonly phase: number
}

const Met = z.object({
  variant: z.string(),
  met: z.number(),
  mixed: z.number(),
  refused: z.number(),
})

/** How many met each variant, and how many of them are left out: who met several, and who refused analytics. */
export const selectMet = async (db: Db, { experiment, phase }: Phase) => {
  const rows = await db
    .selectFrom('experiment_person')
    .select([
      'variant',
      sql<number>`(count(*) filter (where not is_mixed and not has_refused))::integer`.as('met'),
      sql<number>`(count(*) filter (where is_mixed and not has_refused))::integer`.as('mixed'),
      sql<number>`(count(*) filter (where has_refused))::integer`.as('refused'),
    ])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .groupBy('variant')
    .execute()
  return rows.map((row) => Met.parse(row))
}

const Day = z.object({ day: z.string(), variant: z.string(), met: z.number() })

/** People who met each variant first on a day of the shop's calendar, the latest days first. */
export const selectMetByDay = async (
  db: Db,
  { experiment, phase }: Phase,
  { timeZone, days }: { readonly timeZone: string; readonly days: number },
) => {
  const rows = await db
    .selectFrom('experiment_person')
    .select([
      sql<string>`(met_at at time zone ${timeZone}::text)::date::text`.as('day'),
      'variant',
      sql<number>`count(*)::integer`.as('met'),
    ])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .where('is_mixed', '=', false)
    .where('has_refused', '=', false)
    .groupBy(['day', 'variant'])
    .orderBy('day', 'desc')
    .orderBy('variant')
    .limit(days)
    .execute()
  return rows.map((row) => Day.parse(row))
}

const Counted = z.object({
  variant: z.string(),
  count: z.number(),
  total: z.number(),
  squares: z.number(),
})

interface Wanted {
  readonly metric: Metric
  readonly windowDays: number
  readonly now: Temporal.Instant
  readonly currency: Currency
}

/** What a metric came to for each variant, of the people whose days are over. A share counts someone once. */
export const selectCounted = async (
  db: Db,
  { experiment, phase }: Phase,
  { metric, windowDays, now, currency }: Wanted,
) => {
  const until = now.subtract({ hours: windowDays * 24 }).toString()
  const sum = sql`coalesce(found.value, 0)`
  const value = isMoney(metric) ? sum : sql`greatest(0, least(1, ${sum}))`
  const rows = await db
    .selectFrom('experiment_person as person')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('experiment_event as event')
          .select(({ fn }) => fn.sum('event.value').as('value'))
          .where('event.metric', '=', metric)
          .whereRef('event.account_id', '=', 'person.account_id')
          .whereRef('event.at', '>=', 'person.met_at')
          .where(sql<boolean>`event.at < person.met_at + make_interval(days => ${windowDays}::integer)`)
          .where(sql<boolean>`(event.currency is null or event.currency = ${currency})`)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select([
      'person.variant',
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(${value}), 0)::double precision`.as('total'),
      sql<number>`coalesce(sum((${value})::double precision ^ 2), 0)::double precision`.as('squares'),
    ])
    .where('person.experiment', '=', experiment)
    .where('person.phase', '=', phase)
    .where('person.is_mixed', '=', false)
    .where('person.has_refused', '=', false)
    .where('person.met_at', '<=', until)
    .groupBy('person.variant')
    .execute()
  return rows.map((row) => Counted.parse(row))
}

/** Accounts that are in use: whom a flag for everyone is about. */
export const countAccounts = async (db: Db): Promise<number> => {
  const { accounts } = await db.selectFrom('experiment_account').select('accounts').executeTakeFirstOrThrow()
  return accounts ?? 0
}
