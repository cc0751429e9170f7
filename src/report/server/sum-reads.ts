import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import {
  countDays,
  couponDays,
  dunningDays,
  ledgerDays,
  orderDays,
  rowsOf,
  subscriptionDays,
} from './sum-store.ts'
import type { SumSnapshot } from './sum-store.ts'

/** The month of a day as `2031-01`; '' for days before the first one that is asked for. */
const monthFrom = (from: Temporal.PlainDate): RawBuilder<unknown> =>
  sql`case when day < ${from.toString()}::date then '' else to_char(day, 'YYYY-MM') end`

/** Months: from the first day of one on and before the first day after another. */
export interface MonthSpan {
  readonly from: Temporal.PlainDate
  readonly before: Temporal.PlainDate
}

const Balance = z.object({ account: z.string(), currency: CurrencyCode, cents: z.number() })

/** The balance of each account and currency, of all days before `before`; null for all of them. Debits positive. */
export const readBalances = async (snapshot: SumSnapshot, before: Temporal.PlainDate | null) => {
  const { rows } = await sql`
    select account, currency, sum(cents)::bigint as cents
    from (${rowsOf(ledgerDays, snapshot, { from: null, before })}) sums group by 1, 2`.execute(snapshot.db)
  return z.array(Balance).parse(rows)
}

const DayBalance = Balance.extend({ day: z.string(), fact: z.string() })

/** What moved in each account on each of some days, by fact. */
export const readDayBalances = async (snapshot: SumSnapshot, days: MonthSpan) => {
  const { rows } = await sql`
    select day::text as day, currency, account, fact, sum(cents)::bigint as cents
    from (${rowsOf(ledgerDays, snapshot, days)}) sums group by 1, 2, 3, 4`.execute(snapshot.db)
  return z.array(DayBalance).parse(rows)
}

const LedgerSum = Balance.extend({ month: z.string(), fact: z.string(), detail: z.string() })

/** What moved in each account, month by month. */
export const readLedgerSums = async (snapshot: SumSnapshot, months: MonthSpan) => {
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, currency, account, fact, detail, sum(cents)::bigint as cents
    from (${rowsOf(ledgerDays, snapshot, months)}) sums group by 1, 2, 3, 4, 5`.execute(snapshot.db)
  return z.array(LedgerSum).parse(rows)
}

const OrderSum = z.object({
  month: z.string(),
  currency: CurrencyCode,
  kind: z.string(),
  times: z.number(),
  cents: z.number(),
})

/** Orders by kind, and refunds, month by month. */
export const readOrderSums = async (snapshot: SumSnapshot, months: MonthSpan) => {
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, currency, kind, sum(times)::integer as times, sum(cents)::bigint as cents
    from (${rowsOf(orderDays, snapshot, months)}) sums group by 1, 2, 3`.execute(snapshot.db)
  return z.array(OrderSum).parse(rows)
}

const SubscriptionSum = z.object({
  month: z.string(),
  currency: CurrencyCode,
  cohort: z.string(),
  kind: z.enum(['new', 'reactivation', 'expansion', 'contraction', 'churn', 'none']),
  subscriptions: z.number(),
  cents: z.number(),
  live: z.number(),
})

export type SubscriptionSum = z.output<typeof SubscriptionSum>

/** What moved recurring revenue month by month; all that was before has the month ''. */
export const readSubscriptionSums = async (
  snapshot: SumSnapshot,
  months: MonthSpan,
): Promise<SubscriptionSum[]> => {
  const requested = { from: null, before: months.before }
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, currency, to_char(cohort, 'YYYY-MM') as cohort, kind,
      sum(subscriptions)::integer as subscriptions, sum(cents)::bigint as cents, sum(live)::integer as live
    from (${rowsOf(subscriptionDays, snapshot, requested)}) sums group by 1, 2, 3, 4`.execute(snapshot.db)
  return z.array(SubscriptionSum).parse(rows)
}

const DunningSum = z.object({
  month: z.string(),
  currency: CurrencyCode,
  outcome: z.enum(['open', 'ended', 'closed', 'recovered-schedule', 'recovered-member', 'recovered-link']),
  cases: z.number(),
  cents: z.number(),
})

export type DunningSum = z.output<typeof DunningSum>

/** Declined renewals by the month of the first decline, with what has become of them until now. */
export const readDunningSums = async (snapshot: SumSnapshot, months: MonthSpan): Promise<DunningSum[]> => {
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, currency, outcome, sum(cases)::integer as cases, sum(cents)::bigint as cents
    from (${rowsOf(dunningDays, snapshot, months)}) sums group by 1, 2, 3`.execute(snapshot.db)
  return z.array(DunningSum).parse(rows)
}

const CouponSum = z.object({ month: z.string(), code: z.string(), uses: z.number() })

/** Uses of each code, and of the codes of each batch together, month by month. */
export const readCouponSums = async (snapshot: SumSnapshot, months: MonthSpan) => {
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, code, sum(uses)::integer as uses
    from (${rowsOf(couponDays, snapshot, months)}) sums group by 1, 2 order by 2`.execute(snapshot.db)
  return z.array(CouponSum).parse(rows)
}

const CountSum = z.object({ month: z.string(), kind: z.string(), detail: z.string(), times: z.number() })

export type CountSum = z.output<typeof CountSum>

/** Carts, checkouts, steps of surveys and outcomes of the cancel page, month by month. */
export const readCounts = async (snapshot: SumSnapshot, months: MonthSpan): Promise<CountSum[]> => {
  const { rows } = await sql`
    select ${monthFrom(months.from)} as month, kind, detail, sum(times)::integer as times
    from (${rowsOf(countDays, snapshot, months)}) sums group by 1, 2, 3`.execute(snapshot.db)
  return z.array(CountSum).parse(rows)
}

const TaxSum = z.object({
  place: z.string(),
  currency: CurrencyCode,
  orders: z.number(),
  collected: z.number(),
  refunded: z.number(),
})

export type TaxSum = z.output<typeof TaxSum>

/** Tax by place and currency: what orders added, and what refunds took back less what came back of them; in cents. */
export const readTaxes = async (snapshot: SumSnapshot, days: MonthSpan): Promise<TaxSum[]> => {
  const { rows } = await sql`
    select detail as place, currency,
      coalesce(sum(postings) filter (where fact = 'order-placed'), 0)::integer as orders,
      coalesce(-sum(cents) filter (where fact = 'order-placed'), 0)::bigint as collected,
      coalesce(sum(cents) filter (where fact <> 'order-placed'), 0)::bigint as refunded
    from (${rowsOf(ledgerDays, snapshot, days)}) sums where account = 'tax-payable'
    group by 1, 2 order by 2, 1`.execute(snapshot.db)
  return z.array(TaxSum).parse(rows)
}
