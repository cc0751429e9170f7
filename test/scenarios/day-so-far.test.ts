import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { invariantViolations } from '#app/invariants.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { comparedDays, daySpans } from '#report/rules/day-spans.ts'
import { selectQuarterDays } from '#report/server/closing-store.ts'
import { selectDaySums } from '#report/server/day-store.ts'
import { closeAll } from '../support/closed-days.ts'
import { openTestShop } from '../support/shop.ts'
import { seededRandom } from '../support/random.ts'

const random = seededRandom(454)
const shop = await openTestShop()
const db: Kysely<Database> = shop.app.database.kysely
afterAll(() => shop.close())

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)

/** Over eleven days; clocks go back on November 2. Often where quarters meet, and often the same moment as another one. */
const moment = (): Temporal.Instant => {
  const quarter = at('2031-10-25T04:00:00Z').add({ minutes: 15 * random.intBelow(11 * 96) })
  const milliseconds = random.oneOf([0, 0, -1, 1, 1000 * random.intBelow(900)])
  return quarter.add({ milliseconds })
}

const clockTimes = Array.from({ length: 25 }, moment)
const sometime = (): string => (random.isWithinPercent(30) ? random.oneOf(clockTimes) : moment()).toString()

/** Copies of one order and one subscription, whose other columns do not matter here. */
const placeOrder = async (number: number, placedAt: string): Promise<void> => {
  await sql`insert into "order" select (jsonb_populate_record(o, ${JSON.stringify({
    id: crypto.randomUUID(),
    number: `R${number}`,
    checkout_id: null,
    charge_id: null,
    currency: random.oneOf(['USD', 'EUR']),
    placed_at: placedAt,
  })}::jsonb)).* from "order" o where o.number not like 'R%' limit 1`.execute(db)
}

const states = ['active', 'future', 'paused', 'canceled', 'expired', 'failed']

/** Up to six statuses: some at one moment, some by a clock that went back, from any version on. */
const subscribe = async (position: number): Promise<void> => {
  const id = crypto.randomUUID()
  await sql`insert into subscription select (jsonb_populate_record(s, ${JSON.stringify({
    id,
    line_position: position,
  })}::jsonb)).* from subscription s where s.line_position < 100 limit 1`.execute(db)
  let version = random.intBelow(3)
  let last = sometime()
  for (let left = 1 + random.intBelow(6); left > 0; left -= 1) {
    await addStatus(id, version, last)
    version += 1 + random.intBelow(2)
    last = random.oneOf([
      last,
      last,
      sometime(),
      at(last)
        .add({ minutes: random.intBelow(4000) })
        .toString(),
    ])
  }
}

const addStatus = async (id: string, version: number, when: string): Promise<void> => {
  await sql`insert into subscription_status (subscription_id, version, at, state, plan_code, quantity, unit_price_cents, interval_months)
    values (${id}, ${version}, ${when}, ${random.oneOf(states)}, 'syn-rf', ${1 + random.intBelow(2)}, 4999, 1)`.execute(
    db,
  )
}

const refund = async (when: string): Promise<void> => {
  const id = crypto.randomUUID()
  const day = at(when).toZonedDateTimeISO(brand.timeZone).toPlainDate().toString()
  const [cents, currency] = [100 + random.intBelow(900), random.oneOf(['USD', 'EUR'])]
  await sql`with journal as (insert into ledger_journal (id, fact, fact_id, posted_on, posted_at)
      values (${id}, 'refund-settled', ${id}, ${day}, ${when}) returning id)
    insert into ledger_posting (journal_id, position, account, cents, currency)
    select journal.id, posting.* from journal, (values (0, 'refunds', ${cents}::bigint, ${currency}), (1, 'receivable', -${cents}::bigint, ${currency})) posting`.execute(
    db,
  )
}

/** The figures as the report itself counts: every movement, hour by hour. */
const reportSums = async (now: Temporal.Instant) => {
  const spans = daySpans(now, brand.timeZone)
  const days = comparedDays.map((name) => {
    const { day, from, end, until } = spans[name]
    const within = (column: string) =>
      sql`${sql.ref(column)} >= ${from.toString()}::timestamptz and ${sql.ref(column)} < ${end.toString()}::timestamptz`
    return sql`
      select ${name}::text as day, fact, currency, extract(hour from at at time zone ${brand.timeZone})::integer as hour,
        at <= ${until.toString()}::timestamptz as is_counted, count(*)::integer as times, sum(cents)::bigint as cents
      from (
        select 'order' as fact, currency, placed_at as at, cents from report_order where ${within('placed_at')}
        union all
        select case when kind = 'new' then 'start' else 'end' end, null, at, 0 from report_movement
        where ${within('at')} and (kind = 'new' or live = -1)
        union all
        select 'refund', currency, posted_at, cents from report_refund where posted_on = ${day.toString()}::date
      ) happened group by 1, 2, 3, 4, 5`
  })
  const { rows } = await sql<Record<string, unknown>>`${sql.join(days, sql` union all `)}`.execute(db)
  return rows.map(({ is_counted: isCounted, ...sum }) => ({ ...sum, isCounted }))
}

const sorted = (sums: readonly object[]): string[] =>
  sums.map((sum) => JSON.stringify(Object.entries(sum).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted()

/** Compares at the moments at which something happened, and around them. */
const expectSame = async (nows: readonly Temporal.Instant[]): Promise<void> => {
  let counted = 0
  for (const now of nows) {
    const quick = await selectDaySums(db, daySpans(now, brand.timeZone))
    counted += quick.length
    expect([now.toString(), ...sorted(quick)]).toEqual([now.toString(), ...sorted(await reportSums(now))])
  }
  expect(counted).toBeGreaterThan(20 * nows.length)
}

/** What the shop runs with, at a moment. */
const depsAt = (now: string): AppDeps => ({ ...shop.app.deps, clock: { now: () => at(now) } })

const today = at('2031-11-04T20:00:00Z')
const nows = [
  ...clockTimes.filter((one) => Temporal.Instant.compare(one, at('2031-11-01T04:00:00Z')) > 0),
  ...Array.from({ length: 25 }, () => at('2031-11-01T04:00:00Z').add({ minutes: random.intBelow(4 * 1440) })),
  // Both hours that the clocks show as one, and the days beside them.
  ...['2031-11-02T05:40:00Z', '2031-11-02T06:40:00Z', '2031-11-03T06:40:00Z'].map(at),
  today,
]
const madeDays = () => selectQuarterDays(db, Temporal.PlainDate.from('2031-01-01'), brand.timeZone)

await shop.member({ plan: 'monthly refill' })
for (let number = 0; number < 250; number += 1) await placeOrder(number, sometime())
for (let position = 100; position < 350; position += 1) await subscribe(position)
for (let left = 60; left > 0; left -= 1) await refund(sometime())

test('the figures of the day so far equal those of a report over all rows', async () => {
  expect(await madeDays()).toEqual([])
  await expectSame(nows)
})

test('the figures of the day so far stay the same when read from quarter-hour totals, and with rows that are written late', async () => {
  await closeAll(depsAt('2031-11-05T15:00:00Z'), '2031-11-04')
  const days = ['10-28', '10-29', '10-30', '10-31', '11-01', '11-02', '11-03', '11-04'].map(
    (day) => `2031-${day}`,
  )
  expect(await madeDays()).toEqual(days)
  await expectSame(nows)
  // A day with a row of which its sums know nothing is read from its rows again, until they are made.
  const { rows } = await sql<{
    id: string
  }>`select subscription_id as id from subscription_status limit 1`.execute(db)
  await addStatus(rows[0]?.id ?? '', 90, '2031-11-01T12:00:00Z')
  await refund('2031-11-03T20:00:00Z')
  await placeOrder(900, '2031-11-03T20:00:00Z')
  expect(await madeDays()).toEqual(days.filter((day) => day !== '2031-11-01' && day !== '2031-11-03'))
  await expectSame(nows)
  await closeAll(depsAt('2031-11-05T15:00:00Z'), '2031-11-04')
  expect(await madeDays()).toEqual(days)
  await expectSame(nows)
})

test('quarter-hour totals that an older process did not write are not read', async () => {
  await sql`update report_made_day set made_at = made_at + interval '1 second' where day = '2031-11-03'`.execute(
    db,
  )
  await sql`update report_quarter set times = times + 1 where day = '2031-11-03'`.execute(db)
  expect(await madeDays()).not.toContain('2031-11-03')
  await expectSame([today])
  await sql`update report_made_day set quarters_at = made_at where day = '2031-11-03'`.execute(db)
  await expect(expectSame([today])).rejects.toThrow()
})

test('wrong quarter-hour totals are found, and totals of days that are no longer compared are deleted', async () => {
  const isOfQuarters = (text: string) => text.includes('in the quarter from')
  expect((await invariantViolations(db)).filter(isOfQuarters).length).toBeGreaterThan(3)
  await sql`insert into report_late_day (part, day) values ('ledger', '2031-11-03')`.execute(db)
  await closeAll(depsAt('2031-11-05T15:00:00Z'), '2031-11-04')
  expect((await invariantViolations(db)).filter(isOfQuarters)).toEqual([])
  await closeAll(depsAt('2031-11-07T15:00:00Z'), '2031-11-06')
  const { rows } = await sql<{ day: string }>`select min(day)::text as day from report_quarter`.execute(db)
  expect(rows[0]?.day).toBe('2031-10-30')
})
