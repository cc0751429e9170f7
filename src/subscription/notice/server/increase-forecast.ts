import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import { windowFor } from '../rules/jurisdiction.ts'
import type { Jurisdictions, NoticeWindow } from '../rules/jurisdiction.ts'
import { increaseToNotify } from '../rules/price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from '../rules/price-schedule.ts'
import { ordersAhead } from '#subscription/record/rules/remaining-orders.ts'
import { termsAtNextOrder, billingScheduleOf } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { notifiedIncreases } from './notified-changes.ts'
import type { RequestedIncrease } from './price-increases.ts'
import type { SubscriptionWithTerms } from '#subscription/renewal/server/renewal-facts.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { selectSubscriptionsAfter } from '#subscription/record/server/subscription-queries.ts'

/** The effect of an increase, if it were scheduled now. */
export interface IncreaseForecast {
  readonly live: number
  /** Those that pay less, by the price that they have: how many, and when their mails and orders come. */
  readonly byPrice: ReadonlyMap<Cents, IncreaseShare>
  /** Pay less, and have no upcoming order to which it could apply: paused without an end. */
  readonly withoutOrders: number
}

export interface IncreaseShare {
  readonly count: number
  readonly firstMailOn: string
  readonly firstOrderOn: string
  readonly lastOrderOn: string
}

interface IncreasedOrder {
  readonly cents: Cents
  readonly mailOn: string
  readonly orderOn: string
}

/** What an increase would do to a subscription: the first order that bears it, or why it never does. */
export type ForecastOutcome =
  /** `isLate`: its first order on or after the day cannot be announced in time. */
  | ({ readonly kind: 'increased'; readonly isLate: boolean } & IncreasedOrder)
  | { readonly kind: 'pays-as-much' | 'no-order' | 'no-address' }

/** A live subscription that an increase is about. */
export interface ForecastRow {
  readonly subscription: SubscriptionWithTerms
  /** Null where the address is lost. */
  readonly window: NoticeWindow | null
  readonly outcome: ForecastOutcome
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

const addToShare = (
  share: IncreaseShare | undefined,
  { mailOn, orderOn }: IncreasedOrder,
): IncreaseShare => ({
  count: (share?.count ?? 0) + 1,
  firstMailOn: earlier(share?.firstMailOn ?? mailOn, mailOn),
  firstOrderOn: earlier(share?.firstOrderOn ?? orderOn, orderOn),
  lastOrderOn: orderOn > (share?.lastOrderOn ?? '') ? orderOn : (share?.lastOrderOn ?? orderOn),
})

/** When a subscription would bear the increase; null when no order of it can. */
const firstIncreasedOrder = (
  terms: SubscriptionTerms,
  increase: PriceIncrease,
  notified: readonly NotifiedIncrease[],
  window: NoticeWindow | null,
  today: Temporal.PlainDate,
): ForecastOutcome => {
  const nextTerms = termsAtNextOrder(terms)
  if (nextTerms === null || window === null) return { kind: 'no-order' }
  const orderDays = cycleDates(billingScheduleOf(nextTerms), nextTerms.nextCycle, ordersAhead(nextTerms, 24))
  const due = increaseToNotify({
    agreement: nextTerms,
    increases: [increase],
    // A queued mail is sent by the time that this increase is notified.
    notified: notified.map((one) => ({ ...one, sentOn: one.sentOn ?? today })),
    orderDays,
    noticeInTimeFrom: today.add({ days: window.toDays }),
  })
  if (due === null) return { kind: 'no-order' }
  const opensOn = due.on.subtract({ days: window.fromDays })
  const mailOn = Temporal.PlainDate.compare(opensOn, today) < 0 ? today : opensOn
  const isLate = orderDays.some(
    (day) =>
      Temporal.PlainDate.compare(day, increase.effectiveOn) >= 0 &&
      Temporal.PlainDate.compare(day, due.on) < 0,
  )
  const days = { mailOn: mailOn.toString(), orderOn: due.on.toString() }
  return { kind: 'increased', cents: terms.unitPriceCents, isLate, ...days }
}

const batchSize = 500

/** What an increase would do to everybody who has the plan now, in batches by their ids, from after `after` on. */
export async function* forecastRows(
  jurisdictions: Jurisdictions,
  db: Kysely<Database>,
  requested: RequestedIncrease,
  today: Temporal.PlainDate,
  after: string | null = null,
): AsyncGenerator<readonly ForecastRow[]> {
  const { planCode, priceCents, currency } = requested
  const effectiveOn = Temporal.PlainDate.from(requested.effectiveOn)
  const number = Number.MAX_SAFE_INTEGER
  const increase = { id: '', number, planCode, priceCents, currency, effectiveOn, isUndone: false }
  let from = after
  do {
    const rows = await selectSubscriptionsAfter(db, from, batchSize, planCode)
    const owners = rows.map((row) => ({ accountId: row.accountId, addressId: row.addressId }))
    const addressOf = await ownedAddresses(db, owners)
    const notified = await notifiedIncreases(
      db,
      rows.map(({ id }) => id),
    )
    const all = await readSubscriptionsWithTerms(db, rows)
    yield all
      .filter(({ terms }) => terms.currency === currency)
      .map((subscription): ForecastRow => {
        const { id, accountId, terms } = subscription
        const place = addressOf({ accountId, addressId: terms.addressId })
        const window = place ? windowFor(jurisdictions, place, 'price-increase', terms.intervalMonths) : null
        if (!place) return { subscription, window, outcome: { kind: 'no-address' } }
        if (terms.unitPriceCents >= priceCents)
          return { subscription, window, outcome: { kind: 'pays-as-much' } }
        const outcome = firstIncreasedOrder(terms, increase, notified.get(id) ?? [], window, today)
        return { subscription, window, outcome }
      })
    from = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
  } while (from !== null)
}

/** The effect of an increase on everybody who has the plan now; nothing is written. */
export const forecastIncrease = async (
  jurisdictions: Jurisdictions,
  db: Kysely<Database>,
  requested: RequestedIncrease,
  today: Temporal.PlainDate,
): Promise<IncreaseForecast> => {
  const byPrice = new Map<Cents, IncreaseShare>()
  let [live, withoutOrders] = [0, 0]
  for await (const rows of forecastRows(jurisdictions, db, requested, today)) {
    live += rows.length
    for (const { outcome } of rows) {
      if (outcome.kind === 'increased')
        byPrice.set(outcome.cents, addToShare(byPrice.get(outcome.cents), outcome))
      else if (outcome.kind === 'no-order') withoutOrders += 1
    }
  }
  return { live, byPrice, withoutOrders }
}
