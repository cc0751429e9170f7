import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { forecastRows } from '#subscription/notice/server/increase-forecast.ts'
import type { ForecastRow } from '#subscription/notice/server/increase-forecast.ts'
import { increaseRefusal } from '#subscription/notice/server/price-increases.ts'
import type { RequestedIncrease } from '#subscription/notice/server/price-increases.ts'
import type { Jurisdictions } from '#subscription/notice/rules/jurisdiction.ts'
import type { ScheduleRefusal } from '#subscription/notice/rules/price-schedule.ts'
import {
  addRevenue,
  forecastMonths,
  forecastOrders,
  noRevenue,
  revenueByMonth,
} from '../rules/revenue-forecast.ts'
import type { RevenueSums } from '../rules/revenue-forecast.ts'
import type { NoticeDeps } from './notices-due.ts'
import { gatherKnownFacts } from './renewal-facts.ts'

export type { NoticeDeps } from './notices-due.ts'
export type { ForecastRow } from '#subscription/notice/server/increase-forecast.ts'
export type { RequestedIncrease } from '#subscription/notice/server/price-increases.ts'

/** What the increase of one plan in one currency comes to, in counts that are compared before it is scheduled. */
export interface IncreaseCounts {
  readonly affected: number
  /** Of them, those whose first order on or after the day cannot be announced in time. */
  readonly late: number
  readonly paysAsMuch: number
  readonly withoutOrder: number
  readonly withoutAddress: number
  /** Of the affected, for one order each: at the price in force. Cents. */
  readonly ordersCents: Cents
}

/** Where the same notice rules hold. */
interface NoticePlace {
  /** `California`; empty where only the shop's own rule holds. */
  readonly names: readonly string[]
  readonly rules: readonly string[]
  readonly fromDays: number
  readonly toDays: number
  readonly members: number
  readonly late: number
  readonly firstMailOn: string
  readonly lastMailOn: string
  /** The increase that somebody there is notified of. */
  readonly example: RequestedIncrease
}

export interface IncreasePreview {
  readonly parts: readonly (RequestedIncrease & {
    readonly counts: IncreaseCounts
    readonly refusal: ScheduleRefusal | null
    /** Subscriptions by the price of one unit that they have, the lowest first. */
    readonly byPrice: readonly { readonly cents: Cents; readonly count: number }[]
  })[]
  readonly places: readonly NoticePlace[]
  /** Notices by the day on which they go out, and first orders at the new price by their day; the earliest first. */
  readonly mails: readonly DayCount[]
  readonly firstOrders: readonly DayCount[]
  /** Of all subscriptions of these plans, by currency: a row for each month from today on. */
  readonly revenue: readonly { readonly currency: Currency; readonly months: readonly RevenueSums[] }[]
}

interface DayCount {
  readonly on: string
  readonly count: number
}

interface Collected {
  readonly places: Map<string, NoticePlace>
  readonly mails: Map<string, number>
  readonly firstOrders: Map<string, number>
  readonly revenue: Map<Currency, readonly RevenueSums[]>
}

const noCounts: IncreaseCounts = {
  affected: 0,
  late: 0,
  paysAsMuch: 0,
  withoutOrder: 0,
  withoutAddress: 0,
  ordersCents: 0,
}

const counted = (counts: IncreaseCounts, { outcome, subscription }: ForecastRow): IncreaseCounts => {
  switch (outcome.kind) {
    case 'increased': {
      const ordersCents = counts.ordersCents + outcome.cents * subscription.terms.quantity
      const late = counts.late + (outcome.isLate ? 1 : 0)
      return { ...counts, affected: counts.affected + 1, late, ordersCents }
    }
    case 'pays-as-much':
      return { ...counts, paysAsMuch: counts.paysAsMuch + 1 }
    case 'no-order':
      return { ...counts, withoutOrder: counts.withoutOrder + 1 }
    case 'no-address':
      return { ...counts, withoutAddress: counts.withoutAddress + 1 }
    default:
      return outcome satisfies never
  }
}

const addOne = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** The places that have one of these rules of their own. */
const placeNames = (jurisdictions: Jurisdictions, rules: readonly string[]): readonly string[] =>
  jurisdictions
    .filter(
      ({ countries, rules: own }) => !countries.includes('*') && own.some(({ id }) => rules.includes(id)),
    )
    .map(({ name }) => name)

const addPlace = (
  jurisdictions: Jurisdictions,
  places: Collected['places'],
  row: ForecastRow,
  requested: RequestedIncrease,
): void => {
  const { window, outcome } = row
  if (window === null || outcome.kind !== 'increased') return
  const rules = window.rules.map(({ id }) => id)
  const { mailOn, isLate } = outcome
  const known = places.get(rules.join(' '))
  places.set(rules.join(' '), {
    names: known?.names ?? placeNames(jurisdictions, rules),
    rules,
    fromDays: window.fromDays,
    toDays: window.toDays,
    members: (known?.members ?? 0) + 1,
    late: (known?.late ?? 0) + (isLate ? 1 : 0),
    firstMailOn: known && known.firstMailOn < mailOn ? known.firstMailOn : mailOn,
    lastMailOn: known && known.lastMailOn > mailOn ? known.lastMailOn : mailOn,
    example: known?.example ?? requested,
  })
}

const noMonths = Array.from({ length: forecastMonths }, () => noRevenue)

/** The revenue of a batch, month by month, by the facts and the price rule of renewals. */
const addRevenues = async (
  services: NoticeDeps,
  revenue: Collected['revenue'],
  rows: readonly ForecastRow[],
  { priceCents, currency }: RequestedIncrease,
  today: Temporal.PlainDate,
): Promise<void> => {
  const { database } = services.deps
  const facts = await gatherKnownFacts(
    services,
    database,
    rows.map(({ subscription }) => subscription),
  )
  const orders = rows.flatMap(({ subscription: { id, terms }, outcome }) => {
    const fact = facts.get(id)
    if (!fact) return []
    const ordersLeft = fact.ending?.ordersLeft ?? null
    const step =
      outcome.kind === 'increased' ? { fromOn: Temporal.PlainDate.from(outcome.orderOn), priceCents } : null
    return forecastOrders({ terms, renewal: fact.renewal, ordersLeft }, step, today)
  })
  const before = revenue.get(currency) ?? noMonths
  const months = revenueByMonth(orders)
  revenue.set(
    currency,
    before.map((sums, at) => addRevenue(sums, months[at] ?? noRevenue)),
  )
}

const previewPart = async (
  services: NoticeDeps,
  collected: Collected,
  requested: RequestedIncrease,
  today: Temporal.PlainDate,
): Promise<IncreasePreview['parts'][number]> => {
  const { deps, jurisdictions } = services
  const byPrice = new Map<Cents, number>()
  let counts = noCounts
  for await (const rows of forecastRows(jurisdictions, deps.database, requested, today)) {
    for (const row of rows) {
      counts = counted(counts, row)
      addPlace(jurisdictions, collected.places, row, requested)
      if (row.outcome.kind !== 'increased') continue
      addOne(byPrice, row.outcome.cents)
      addOne(collected.mails, row.outcome.mailOn)
      addOne(collected.firstOrders, row.outcome.orderOn)
    }
    await addRevenues(services, collected.revenue, rows, requested, today)
  }
  return {
    ...requested,
    counts,
    refusal: await increaseRefusal(deps.database, requested, today),
    byPrice: [...byPrice].toSorted(([a], [b]) => a - b).map(([cents, count]) => ({ cents, count })),
  }
}

const byDay = (counts: ReadonlyMap<string, number>): readonly DayCount[] =>
  [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([on, count]) => ({ on, count }))

/** What increases would do if they were scheduled now: to whom, from when, with which notices, and to the revenue. Nothing is written. */
export const previewIncreases = async (
  services: NoticeDeps,
  requested: readonly RequestedIncrease[],
): Promise<IncreasePreview> => {
  const today = dateIn(services.deps.clock.now(), brand.timeZone)
  const collected = { places: new Map(), mails: new Map(), firstOrders: new Map(), revenue: new Map() }
  const parts: IncreasePreview['parts'][number][] = []
  for (const one of requested) parts.push(await previewPart(services, collected, one, today))
  return {
    parts,
    places: [...collected.places.values()],
    mails: byDay(collected.mails),
    firstOrders: byDay(collected.firstOrders),
    revenue: [...collected.revenue].map(([currency, months]) => ({ currency, months })),
  }
}

/** The subscriptions behind one number of a preview, by their ids from after `after` on; at most one more than `limit`. */
export const previewedRows = async (
  { deps, jurisdictions }: NoticeDeps,
  requested: RequestedIncrease,
  isIncluded: (row: ForecastRow) => boolean,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly ForecastRow[]> => {
  const today = dateIn(deps.clock.now(), brand.timeZone)
  const found: ForecastRow[] = []
  for await (const rows of forecastRows(jurisdictions, deps.database, requested, today, after)) {
    found.push(...rows.filter(isIncluded))
    if (found.length > limit) break
  }
  return found.slice(0, limit + 1)
}
