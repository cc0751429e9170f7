import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import { windowFor } from '../rules/jurisdiction.ts'
import type { Jurisdictions } from '../rules/jurisdiction.ts'
import { increaseToNotify } from '../rules/price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from '../rules/price-schedule.ts'
import { ordersAhead } from '#subscription/record/rules/remaining-orders.ts'
import { termsAtNextOrder, billingScheduleOf } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { notifiedIncreases } from './notified-increases.ts'
import type { RequestedIncrease } from './price-increases.ts'
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
  window: ReturnType<typeof windowFor>,
  today: Temporal.PlainDate,
): IncreasedOrder | null => {
  const nextTerms = termsAtNextOrder(terms)
  if (nextTerms === null || window === null) return null
  const due = increaseToNotify({
    agreement: nextTerms,
    increases: [increase],
    // A queued mail is sent by the time that this increase is notified.
    notified: notified.map((one) => ({ ...one, sentOn: one.sentOn ?? today })),
    orderDays: cycleDates(billingScheduleOf(nextTerms), nextTerms.nextCycle, ordersAhead(nextTerms, 24)),
    noticeInTimeFrom: today.add({ days: window.toDays }),
  })
  if (due === null) return null
  const opensOn = due.on.subtract({ days: window.fromDays })
  const mailOn = Temporal.PlainDate.compare(opensOn, today) < 0 ? today : opensOn
  return { cents: terms.unitPriceCents, mailOn: mailOn.toString(), orderOn: due.on.toString() }
}

const batchSize = 500

/** The effect of an increase on everybody who has the plan now; nothing is written. */
export const forecastIncrease = async (
  jurisdictions: Jurisdictions,
  db: Kysely<Database>,
  requested: RequestedIncrease,
  today: Temporal.PlainDate,
): Promise<IncreaseForecast> => {
  const { planCode, priceCents, currency } = requested
  const effectiveOn = Temporal.PlainDate.from(requested.effectiveOn)
  const number = Number.MAX_SAFE_INTEGER
  const increase = { id: '', number, planCode, priceCents, currency, effectiveOn, isUndone: false }
  const byPrice = new Map<Cents, IncreaseShare>()
  let [live, withoutOrders] = [0, 0]
  let after: string | null = null
  do {
    const rows = await selectSubscriptionsAfter(db, after, batchSize, planCode)
    const owners = rows.map((row) => ({ accountId: row.accountId, addressId: row.addressId }))
    const addressOf = await ownedAddresses(db, owners)
    const notified = await notifiedIncreases(
      db,
      rows.map(({ id }) => id),
    )
    for (const { id, accountId, terms } of await readSubscriptionsWithTerms(db, rows)) {
      if (terms.currency !== currency) continue
      const place = addressOf({ accountId, addressId: terms.addressId })
      live += 1
      if (!place || terms.unitPriceCents >= priceCents) continue
      const window = windowFor(jurisdictions, place, 'price-increase', terms.intervalMonths)
      const increased = firstIncreasedOrder(terms, increase, notified.get(id) ?? [], window, today)
      if (increased === null) withoutOrders += 1
      else byPrice.set(increased.cents, addToShare(byPrice.get(increased.cents), increased))
    }
    after = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
  } while (after !== null)
  return { live, byPrice, withoutOrders }
}
