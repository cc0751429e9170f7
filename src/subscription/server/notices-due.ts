import { listPlans } from '#catalogue/server/plans.ts'
import { addressMessages, taxRegion } from '#location/rules/real-address.ts'
import { ownedPaymentMethods } from '#payment/server/payments.ts'
import type { PaymentMethod } from '#payment/server/payments.ts'
import { orderLinesAt } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Work } from '#platform/world.ts'
import type { Jurisdictions } from '../rules/jurisdiction.ts'
import { noticesNow } from '../rules/notice.ts'
import type { Notice, NoticeFacts } from '../rules/notice.ts'
import type { NoticeWords } from '../rules/notice-facts.ts'
import { orderOn } from '../rules/order-after.ts'
import { priceSteps, unitPriceOn } from '../rules/price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from '../rules/price-schedule.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'
import { gatherComingFacts } from './coming-facts.ts'
import { insertNotice, selectNotices } from './notice-store.ts'
import { notifiedIncreases } from './notified-increases.ts'
import { queueIncreases } from './price-increases.ts'
import { selectIncreases } from './price-increase-store.ts'
import type { HeldSteering, RenewalFacts, RenewalSources } from './renewal-facts.ts'
import { doBatch } from './park-broken.ts'
import { readSteerings } from './steering-records.ts'
import { noticesNever } from './subscription-columns.ts'
import { setNoticesOn, toNotice } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

export interface NoticeTools extends RenewalSources {
  readonly jurisdictions: Jurisdictions
}

/** Everything that is read for a batch at once. */
interface Batch {
  readonly work: Work
  readonly facts: ReadonlyMap<string, RenewalFacts>
  readonly cardOf: Awaited<ReturnType<typeof ownedPaymentMethods>>
  readonly increases: readonly PriceIncrease[]
  readonly notified: ReadonlyMap<string, readonly NotifiedIncrease[]>
  readonly made: ReadonlyMap<string, ReadonlySet<string>>
  readonly firstLines: ReadonlyMap<string, { readonly cents: number; readonly discountCents: number }>
}

const payerOf = (row: SubscriptionRow) => ({
  accountId: row.account_id,
  paymentMethodId: row.payment_method_id,
})

const gatherBatch = async (
  tools: NoticeTools,
  work: Work,
  rows: readonly SubscriptionRow[],
  all: readonly HeldSteering[],
): Promise<Batch> => {
  const ids = rows.map(({ id }) => id)
  const made = new Map<string, Set<string>>()
  for (const { subscription_id: id, kind, key } of await selectNotices(work.db, ids))
    made.set(id, (made.get(id) ?? new Set()).add(`${kind} ${key}`))
  return {
    work,
    facts: await gatherComingFacts(tools, work.db, all),
    cardOf: await ownedPaymentMethods(work.db, rows.map(payerOf)),
    increases: await selectIncreases(work.db, [...new Set(rows.map((row) => row.plan_code))]),
    notified: await notifiedIncreases(work.db, ids),
    made,
    // Only a first order can have been cheaper than what follows.
    firstLines: await orderLinesAt(
      work.db,
      rows
        .filter((row) => row.next_cycle === 1)
        .map((row) => ({ orderId: row.order_id, position: row.line_position })),
    ),
  }
}

const netOfLine = ({ price }: UpcomingOrder): number => {
  const line = price.lines[0]
  return line ? line.subtotalCents - line.discountCents : 0
}

const factsOf = (
  batch: Batch,
  row: SubscriptionRow,
  steering: NoticeFacts['steering'],
  upcoming: UpcomingOrder,
): NoticeFacts | null => {
  const facts = batch.facts.get(row.id)
  const card = batch.cardOf(payerOf(row))
  if (!facts || !card) return null
  const first = batch.firstLines.get(`${row.order_id} ${row.line_position}`)
  const nextCents = netOfLine(upcoming)
  return {
    steering,
    today: batch.work.today,
    place: { country: facts.address.country, region: taxRegion(facts.address) },
    begunOn: dateIn(Temporal.Instant.from(row.activated_at), brand.timeZone),
    card,
    line: {
      lastCents: first?.cents ?? nextCents,
      lastDiscountCents: first?.discountCents ?? 0,
      nextCents,
    },
    ending: facts.ending && { code: facts.ending.coupon.code, ordersLeft: facts.ending.ordersLeft },
    increases: batch.increases,
    notified: batch.notified.get(row.id) ?? [],
    made: batch.made.get(row.id) ?? new Set(),
  }
}

const isCouponEnd = ({ kind, key }: Notice, ending: RenewalFacts['ending']): boolean =>
  kind === 'promotion-end' && ending !== null && key.startsWith(`${ending.coupon.code} `)

/** The order that a notice tells of: the next one, or the first without a code that ends. */
const toldOrder = (
  notice: Notice,
  { steering }: NoticeFacts,
  { renewal, ending }: RenewalFacts,
  upcoming: UpcomingOrder,
): UpcomingOrder => {
  if (!isCouponEnd(notice, ending)) return upcoming
  const full = { steering, renewal: { ...renewal, coupon: null }, ordersLeft: null }
  return orderOn(notice.eventOn, full) ?? upcoming
}

/** A mail about an order also asks about an address that was saved before addresses were validated. */
const askedAddress = ({ kind }: Notice, { address }: RenewalFacts): readonly string[] => {
  const asked = Object.values(addressMessages(address))
  return asked.length === 0 || (kind !== 'reminder' && kind !== 'renewal')
    ? []
    : [`Kindly check where this subscription ships: ${asked.join('; ')}.`]
}

const wordsOf = (
  version: number,
  notice: Notice,
  facts: NoticeFacts,
  renewalFacts: RenewalFacts,
  upcoming: UpcomingOrder,
  card: PaymentMethod,
): NoticeWords => {
  const { renewal, ending } = renewalFacts
  const { on, price, creditCents, isLast } = toldOrder(notice, facts, renewalFacts, upcoming)
  const steps = priceSteps(facts.steering, facts.notified)
  return {
    planName: renewal.plan.name,
    version,
    intervalMonths: facts.steering.intervalMonths,
    totalCents: price.totalCents,
    creditCents,
    nextOn: on.toString(),
    eventOn: notice.eventOn.toString(),
    card: { brand: card.brand, last4: card.last4 },
    oldCents: notice.increase ? unitPriceOn(facts.steering.unitPriceCents, steps, notice.eventOn) : null,
    newCents: notice.increase?.priceCents ?? null,
    remainingOrders: facts.steering.remainingOrders,
    isLast,
    code: isCouponEnd(notice, ending) ? (ending?.coupon.code ?? null) : null,
    texts: [...new Set(notice.window.rules.map(({ text }) => text)), ...askedAddress(notice, renewalFacts)],
  }
}

interface Looked {
  readonly made: number
  readonly lookOn: Temporal.PlainDate
}

const never = Temporal.PlainDate.from(noticesNever)

const notify = async (
  tools: NoticeTools,
  batch: Batch,
  row: SubscriptionRow,
  { steering, accountId }: HeldSteering,
): Promise<Looked> => {
  const { work } = batch
  const renewal = batch.facts.get(row.id)
  const upcoming = renewal ? upcomingOrder(steering, renewal.renewal) : null
  const facts = upcoming && factsOf(batch, row, steering, upcoming)
  const card = batch.cardOf(payerOf(row))
  if (!renewal || !facts || !card) return { made: 0, lookOn: never }
  const { notices, lookOn } = noticesNow(tools.jurisdictions, facts)
  for (const notice of notices) {
    const words = wordsOf(row.version, notice, facts, renewal, upcoming, card)
    const noticeId = await insertNotice(work, { subscriptionId: row.id, accountId, notice, words })
    if (noticeId !== null) work.announce({ kind: 'notice-due', noticeId })
  }
  return { made: notices.length, lookOn: lookOn ?? never }
}

const batchSize = 100

// So that renewals never wait long, as when every subscription of a large shop is looked at for the first time.
const mostBatches = 10

const makeBatch = async (
  tools: NoticeTools,
  work: Work,
  rows: readonly SubscriptionRow[],
): Promise<{ claimed: number; made: number }> => {
  if (rows.length === 0) return { claimed: 0, made: 0 }
  const all = await readSteerings(work.db, rows)
  const batch = await gatherBatch(tools, work, rows, all)
  const looks = new Map<string, string[]>()
  let made = 0
  for (const [position, row] of rows.entries()) {
    const held = all[position]
    if (!held) continue
    const looked = await notify(tools, batch, row, held)
    made += looked.made
    const on = looked.lookOn.toString()
    looks.set(on, [...(looks.get(on) ?? []), row.id])
  }
  for (const [on, ids] of looks) await setNoticesOn(work, ids, on)
  return { claimed: rows.length, made }
}

/** Makes notices that are due, each once; answers how many. What a run leaves, the next one takes up. */
export const makeNotices = async (tools: NoticeTools): Promise<number> => {
  let count = 0
  // Kept in memory before the transaction that looks for them there.
  await listPlans(tools.world)
  await queueIncreases(tools.world)
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const { done } = await doBatch(tools.world, {
      name: 'notices',
      due: toNotice,
      limit: batchSize,
      act: (work, rows) => makeBatch(tools, work, rows),
    })
    count += done.reduce((sum, { made }) => sum + made, 0)
    if (done.reduce((sum, { claimed }) => sum + claimed, 0) === 0) break
  }
  return count
}
