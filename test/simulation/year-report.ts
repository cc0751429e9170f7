import type { Kysely } from 'kysely'
import { reportMonths } from '#report/rules/month.ts'
import { reportSections } from '#report/rules/report-sections.ts'
import type { ReportFacts } from '#report/rules/report.ts'
import { gatherReport } from '#report/server/gather-report.ts'
import type { Database } from '#platform/schema.ts'
import { recountLedger, recountMoney, recountRefused } from './recount.ts'
import { kinds, type Watch } from './observed-revenue.ts'

const timeZone = 'America/New_York'

const gather = async (db: Kysely<Database>, from: string, to: string): Promise<ReportFacts> => {
  const months = reportMonths({ from, to }, Temporal.PlainDate.from(`${to}-01`), timeZone)
  if (!months) throw new RangeError(`no months from ${from} to ${to}`)
  return gatherReport(db, months)
}

/** As the report writes it. */
const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** What the report shows for a month, by section and row. */
const shownIn = (facts: ReportFacts, month: string): ReadonlyMap<string, string> => {
  const rows = reportSections(facts).flatMap(({ title, columns, rows: all }) =>
    all.map(
      ({ name, values }) => [`${title}: ${name}`, values[columns.indexOf(month)] ?? 'not there'] as const,
    ),
  )
  return new Map(rows)
}

/** What others count for the same rows. */
const countedIn = async (
  db: Kysely<Database>,
  watch: Watch,
  month: string,
  at: number,
): Promise<ReadonlyMap<string, string>> => {
  const counted = new Map<string, string>()
  const watched = watch.months[at]
  const revenue = 'Recurring revenue, USD a month'
  if (!watched) throw new RangeError(`nobody watched ${month}`)
  counted.set(`${revenue}: opening`, dollars(watched.opening))
  for (const kind of kinds) {
    const { cents, times } = watched.moved[kind]
    counted.set(`${revenue}: ${kind}`, `${dollars(cents)} (${times})`)
  }
  counted.set(`${revenue}: closing`, dollars(watched.closing))
  const money = Object.entries(await recountMoney(db, month))
  for (const [name, cents] of money) counted.set(`Money, USD: ${name}`, dollars(cents))
  return counted
}

const differences = (
  month: string,
  shown: ReadonlyMap<string, string>,
  counted: ReadonlyMap<string, string>,
): string[] =>
  [...counted].flatMap(([row, count]) =>
    shown.get(row) === count ? [] : [`${month}, ${row}: the report says ${shown.get(row)}, counted ${count}`],
  )

/** The report of a month at its end, compared with what members saw and with the raw records. */
export const compareMonth = async (
  db: Kysely<Database>,
  watch: Watch,
  month: string,
  at: number,
): Promise<string[]> => {
  const shown = shownIn(await gather(db, month, month), month)
  const ledger = Object.entries(await recountLedger(db, month))
  const recorded = new Map(ledger.map(([name, cents]) => [`Money, USD: ${name}`, dollars(cents)]))
  return [
    ...differences(month, shown, await countedIn(db, watch, month, at)),
    ...differences(month, shown, recorded).map((sentence) => `${sentence} in the ledger`),
  ]
}

const compareCohorts = ({ cohorts }: ReportFacts, watch: Watch, months: readonly string[]): string[] =>
  months.flatMap((month, at) => {
    const [reported, seen] = [JSON.stringify(cohorts[at]), JSON.stringify(watch.cohort(at))]
    return reported === seen ? [] : [`${month}, cohort: the report says ${reported}, members saw ${seen}`]
  })

const compareRefused = async (
  db: Kysely<Database>,
  { counts }: ReportFacts,
  months: readonly string[],
): Promise<string[]> => {
  const broken: string[] = []
  for (const [at, month] of months.entries()) {
    const counted = await recountRefused(db, month)
    const reported = counts[at]?.dunning
    if (reported?.opened !== counted.refused || reported.recovered !== counted.paid)
      broken.push(
        `${month}, refused: the report says ${JSON.stringify(reported)}, charges ${JSON.stringify(counted)}`,
      )
  }
  return broken
}

/** The report of all months, requested later: it says of each what was counted then, and each one leads to the next. */
export const compareYear = async (db: Kysely<Database>, watch: Watch, months: readonly string[]) => {
  const facts = await gather(db, months[0] ?? '', months.at(-1) ?? '')
  const broken: string[] = []
  for (const [at, month] of months.entries())
    broken.push(...differences(month, shownIn(facts, month), await countedIn(db, watch, month, at)))
  for (const bridges of facts.bridges.values())
    for (const [at, { openingCents }] of bridges.entries())
      if (at > 0 && bridges[at - 1]?.closingCents !== openingCents)
        broken.push(`${months[at]} does not open with what the month before closed with`)
  broken.push(...compareCohorts(facts, watch, months), ...(await compareRefused(db, facts, months)))
  const charged = await Promise.all(months.map((month) => recountMoney(db, month)))
  return {
    broken,
    subscriptions: facts.cohorts.reduce((sum, { size }) => sum + size, 0),
    chargedCents: charged.reduce((sum, money) => sum + money.charged, 0),
  }
}
