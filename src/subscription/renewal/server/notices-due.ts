import { payerOf } from './open-renewals.ts'
import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { addressMessages, taxRegion } from '#location/rules/address-validation.ts'
import { ownedPaymentMethods } from '#payment/charge/server/payments.ts'
import type { PaymentMethod } from '#payment/charge/server/payments.ts'
import { orderLinesAt } from '#order/server/orders.ts'
import { upcomingArrival } from '#subscription/record/rules/upcoming-arrival.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Jurisdictions } from '#subscription/notice/rules/jurisdiction.ts'
import { dueNotices } from '#subscription/notice/rules/notice.ts'
import type { Notice, NoticeFacts } from '#subscription/notice/rules/notice.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import { orderOnOrAfter } from '../rules/renewal-inputs.ts'
import { nextHigherStep, priceSteps, unitPriceOn } from '#subscription/notice/rules/price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from '#subscription/notice/rules/price-schedule.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { lineGoods } from '#pricing/rules/line-amounts.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'
import { selectNumbersInFlight } from './open-cycles.ts'
import { gatherPreviewFacts } from './renewal-preview-facts.ts'
import { insertNotice, selectNotices } from '#subscription/notice/server/notice-store.ts'
import type { MadeNotice } from '#subscription/notice/server/notice-store.ts'
import { withdrawUntrue } from '#subscription/notice/server/notices.ts'
import { notifiedIncreases } from '#subscription/notice/server/notified-changes.ts'
import { queueIncreases } from '#subscription/notice/server/price-increases.ts'
import { hasUnqueued, selectIncreases } from '#subscription/record/server/price-increase-store.ts'
import type { SubscriptionWithTerms, RenewalFacts, PricingDeps } from './renewal-facts.ts'
import { doBatch } from './park-failed.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { noticesNever } from '#subscription/record/server/subscription-columns.ts'
import { setNoticesOn, dueForNotices } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

export interface NoticeDeps extends PricingDeps {
  readonly jurisdictions: Jurisdictions
}

/** Everything that is read for a batch at once. */
interface Batch {
  readonly tx: Tx
  readonly facts: ReadonlyMap<string, RenewalFacts>
  readonly cardOf: Awaited<ReturnType<typeof ownedPaymentMethods>>
  readonly increases: readonly PriceIncrease[]
  readonly notified: ReadonlyMap<string, readonly NotifiedIncrease[]>
  /** The cycles that are being charged, by subscription. */
  readonly charging: ReadonlyMap<string, number>
  readonly made: ReadonlyMap<string, readonly MadeNotice[]>
  readonly firstLines: ReadonlyMap<string, { readonly cents: number; readonly discountCents: number }>
}

const gatherBatch = async (
  services: NoticeDeps,
  tx: Tx,
  rows: readonly StoredSubscription[],
  all: readonly SubscriptionWithTerms[],
): Promise<Batch> => {
  const ids = rows.map(({ id }) => id)
  return {
    tx,
    facts: await gatherPreviewFacts(services, tx.db, all),
    cardOf: await ownedPaymentMethods(tx.db, rows.map(payerOf)),
    increases: await selectIncreases(tx.db, [...new Set(rows.map((row) => row.planCode))]),
    notified: await notifiedIncreases(tx.db, ids),
    charging: await selectNumbersInFlight(tx.db, ids),
    made: Map.groupBy(await selectNotices(tx.db, ids), (notice) => notice.subscriptionId),
    // Only a first order can have been cheaper than what follows.
    firstLines: await orderLinesAt(
      tx.db,
      rows
        .filter((row) => row.nextCycle === 1)
        .map((row) => ({ orderId: row.orderId, position: row.linePosition })),
    ),
  }
}

const netOfLine = ({ price }: UpcomingOrder): number => {
  const line = price.lines[0]
  return line ? lineGoods(line) : 0
}

/** What was made before, a reminder also by the day of its order, and what the latest mail about an order said. */
const madeBefore = (made: readonly MadeNotice[]): Pick<NoticeFacts, 'madeBefore' | 'announced'> => {
  const latest = made
    .filter(({ kind }) => kind === 'reminder' || kind === 'renewal')
    .toSorted((a, b) => Temporal.Instant.compare(a.madeAt, b.madeAt))
    .at(-1)
  return {
    madeBefore: new Set(
      made.flatMap(({ kind, key, eventOn }) => [
        `${kind} ${key}`,
        ...(kind === 'reminder' ? [`${kind} ${eventOn.toString()}`] : []),
      ]),
    ),
    announced: latest
      ? { ...latest, noticeId: latest.id, madeOn: dateIn(latest.madeAt, brand.timeZone) }
      : null,
  }
}

const factsOf = (
  batch: Batch,
  row: StoredSubscription,
  terms: NoticeFacts['terms'],
  upcoming: UpcomingOrder,
  made: readonly MadeNotice[],
): NoticeFacts | null => {
  const facts = batch.facts.get(row.id)
  const card = batch.cardOf(payerOf(row))
  if (!facts || !card) return null
  const first = batch.firstLines.get(`${row.orderId} ${row.linePosition}`)
  const nextCents = netOfLine(upcoming)
  return {
    terms,
    today: batch.tx.today,
    place: { country: facts.address.country, region: taxRegion(facts.address) },
    startedOn: dateIn(Temporal.Instant.from(row.activatedAt), brand.timeZone),
    card,
    line: {
      lastCents: first?.cents ?? nextCents,
      lastDiscountCents: first?.discountCents ?? 0,
      nextCents,
    },
    ending: facts.ending && { code: facts.ending.coupon.code, ordersLeft: facts.ending.ordersLeft },
    increases: batch.increases,
    notified: batch.notified.get(row.id) ?? [],
    isCharging: batch.charging.has(row.id),
    ...madeBefore(made),
    nextTotalCents: upcoming.price.totals.totalCents,
  }
}

const isCouponEnd = ({ kind, key }: Notice, ending: RenewalFacts['ending']): boolean =>
  kind === 'promotion-end' && ending !== null && key.startsWith(`${ending.coupon.code} `)

/** The order that a notice is about: the next one, the first without a code that ends, or the first at a new price. */
const orderOfNotice = (
  notice: Notice,
  { terms }: Pick<NoticeFacts, 'terms'>,
  { renewal, ending }: RenewalFacts,
  upcoming: UpcomingOrder,
): UpcomingOrder => {
  if (notice.kind === 'price-increase' && notice.increase !== null) {
    const { priceCents } = notice.increase
    const priceSteps = [...(renewal.priceSteps ?? []), { fromOn: notice.eventOn, priceCents }]
    const increased = { terms, renewal: { ...renewal, priceSteps }, ordersLeft: ending?.ordersLeft ?? null }
    return orderOnOrAfter(notice.eventOn, increased) ?? upcoming
  }
  if (!isCouponEnd(notice, ending)) return upcoming
  const withoutCoupon = { terms, renewal: { ...renewal, coupon: null }, ordersLeft: null }
  return orderOnOrAfter(notice.eventOn, withoutCoupon) ?? upcoming
}

/** A mail about an order also asks about an address that was saved before addresses were validated. */
const addressProblemsOf = ({ kind }: Notice, { address }: RenewalFacts): string[] =>
  kind === 'reminder' || kind === 'renewal' ? Object.values(addressMessages(address)) : []

/** What a notice says. `version` is of the subscription; null for a notice that is only looked at. */
export const contentOf = (
  version: number | null,
  notice: Notice,
  facts: Pick<NoticeFacts, 'terms' | 'notified'>,
  renewalFacts: RenewalFacts,
  upcoming: UpcomingOrder,
  card: PaymentMethod,
): NoticeContent => {
  const { renewal, ending } = renewalFacts
  const { on, price, isLast } = orderOfNotice(notice, facts, renewalFacts, upcoming)
  const steps = priceSteps(facts.terms, facts.notified)
  const isUndone = notice.kind === 'price-unchanged'
  const next = isUndone ? nextHigherStep(facts.terms.unitPriceCents, steps, notice.eventOn) : null
  return {
    planName: renewal.plan.name,
    version,
    intervalMonths: facts.terms.intervalMonths,
    currency: price.currency,
    totalCents: price.totals.totalCents,
    creditCents: price.totals.creditCents,
    nextOn: on.toString(),
    arrives: upcomingArrival(on, price.shipping?.code, renewal.country),
    eventOn: notice.eventOn.toString(),
    card: { brand: card.brand, last4: card.last4 },
    oldCents: notice.increase ? unitPriceOn(facts.terms.unitPriceCents, steps, notice.eventOn) : null,
    newCents: notice.increase?.priceCents ?? null,
    nextIncrease: next && { cents: next.priceCents, on: next.fromOn.toString() },
    remainingOrders: facts.terms.remainingOrders,
    isLast,
    code: isCouponEnd(notice, ending) ? (ending?.coupon.code ?? null) : null,
    texts: [...new Set(notice.window.rules.map(({ text }) => text))],
    addressProblems: addressProblemsOf(notice, renewalFacts),
  }
}

interface CheckResult {
  readonly made: number
  readonly nextCheckOn: Temporal.PlainDate
}

const never = Temporal.PlainDate.from(noticesNever)

const notify = async (
  services: NoticeDeps,
  batch: Batch,
  row: StoredSubscription,
  { terms, accountId }: SubscriptionWithTerms,
): Promise<CheckResult> => {
  const { tx } = batch
  const renewal = batch.facts.get(row.id)
  const upcoming = renewal ? upcomingOrder(terms, renewal.renewal) : null
  const card = batch.cardOf(payerOf(row))
  if (!renewal || !upcoming || !card) return { made: 0, nextCheckOn: never }
  const { on, price } = upcoming
  const madeNotices = batch.made.get(row.id) ?? []
  const made = await withdrawUntrue(tx, madeNotices, { on, totalCents: price.totals.totalCents })
  const facts = factsOf(batch, row, terms, upcoming, made)
  if (!facts) return { made: 0, nextCheckOn: never }
  const { notices, nextCheckOn } = dueNotices(services.jurisdictions, facts)
  for (const notice of notices) {
    const content = contentOf(row.version, notice, facts, renewal, upcoming, card)
    const noticeId = await insertNotice(tx, { subscriptionId: row.id, accountId, notice, content })
    if (noticeId !== null) tx.publish({ kind: 'notice-due', noticeId })
  }
  return { made: notices.length, nextCheckOn: nextCheckOn ?? never }
}

const batchSize = 100

// So that renewals never wait long, for example when all subscriptions of a large shop are checked for the first
// time.
const maxBatches = 10

const makeBatchNotices = async (
  services: NoticeDeps,
  tx: Tx,
  rows: readonly StoredSubscription[],
): Promise<{ claimed: number; made: number }> => {
  if (rows.length === 0) return { claimed: 0, made: 0 }
  const all = await readSubscriptionsWithTerms(tx.db, rows)
  const batch = await gatherBatch(services, tx, rows, all)
  const idsByCheckDay = new Map<string, string[]>()
  let made = 0
  for (const [position, row] of rows.entries()) {
    const subscription = all[position]
    if (!subscription) continue
    const checked = await notify(services, batch, row, subscription)
    made += checked.made
    const on = checked.nextCheckOn.toString()
    idsByCheckDay.set(on, [...(idsByCheckDay.get(on) ?? []), row.id])
  }
  for (const [on, ids] of idsByCheckDay) await setNoticesOn(tx, ids, on)
  return { claimed: rows.length, made }
}

/** Whether `makeNotices` has something to do. */
export const hasDueNotices = ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> => {
  const isDue = dueForNotices.isAny(database, dateIn(clock.now(), brand.timeZone))
  return sql<boolean>`(${isDue} or ${hasUnqueued(database)})`
}

/** Makes the due notices, each once; returns how many. The next run continues where a run stopped. */
export const makeNotices = async (services: NoticeDeps): Promise<number> => {
  let count = 0
  // Cached before the transaction that needs them.
  await readCatalogue(services.deps)
  await queueIncreases(services.deps)
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const { done } = await doBatch(services.deps, {
      name: 'notices',
      due: dueForNotices,
      limit: batchSize,
      run: (tx, rows) => makeBatchNotices(services, tx, rows),
    })
    count += done.reduce((sum, { made }) => sum + made, 0)
    if (done.reduce((sum, { claimed }) => sum + claimed, 0) === 0) break
  }
  return count
}
