import type { Expression } from 'kysely'
import { saleFacts } from '#ledger/server/journals.ts'
import { TaxFailure } from '#pricing/server/taxes.ts'
import type { TaxReporting, TaxRecord, Taxes } from '#pricing/server/taxes.ts'
import { sumCents } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { lineGoods } from '#pricing/rules/line-amounts.ts'
import type { Order } from './order-record.ts'
import { selectOrderById } from './order-store.ts'
import {
  insertTaxRecord,
  markTaxRecorded,
  postponeTaxReporting,
  selectTaxRecords,
  hasToRecord,
  selectToRecord,
} from './tax-record-store.ts'
import type { StoredTaxRecord } from './tax-record-store.ts'

const batchSize = 50

interface RecordServices {
  readonly deps: AppDeps
  readonly taxes: Taxes
}

type SaleFact = Awaited<ReturnType<typeof saleFacts>>[number]

const saleOf = (order: Order) => ({
  id: order.id,
  reference: order.number,
  currency: order.currency,
  address: order.shipTo,
  placedAt: order.placedAt,
  lines: order.lines.map((line, position) => ({
    reference: `${position + 1} ${line.planCode}`,
    quantity: line.quantity,
    cents: lineGoods(line),
  })),
  shippingCents: order.totals.shippingCents,
})

const recordIn = (records: readonly StoredTaxRecord[], fact: StoredTaxRecord['fact'], factId: string) =>
  records.find((one) => one.fact === fact && one.factId === factId)?.record ?? null

/**
 * How much of the sale a refund takes back in its records. The service may have counted another cent of tax than the shop: the refund
 * that gives back the rest of the order takes the rest of what the service counted, and none takes more.
 */
const refundCents = (order: Order, { cents }: SaleFact, records: readonly StoredTaxRecord[]): number => {
  const left = sumCents(records.map(({ record }) => record?.totalCents ?? 0))
  const isLast = order.refundedCents >= order.totals.totalCents
  return isLast && Math.abs(left - cents) < centsOfRounding ? left : Math.min(cents, left)
}

/** By which a service's sum of an order may differ from the shop's without being another sale. */
const centsOfRounding = 20

/** Null when there is nothing that the service could record: its sale is not recorded there, or was fully refunded. */
const recorded = async (
  reporting: TaxReporting,
  order: Order,
  fact: SaleFact,
  records: readonly StoredTaxRecord[],
): Promise<TaxRecord | null> => {
  if (fact.fact === 'order-placed') return reporting.recordSale(saleOf(order))
  const of = { id: fact.fact_id, reference: order.number }
  if (fact.fact === 'refund-reversed') {
    const refund = recordIn(records, 'refund-settled', fact.fact_id)
    return refund && reporting.undoRefund({ ...of, transaction: refund.transaction })
  }
  const sale = recordIn(records, 'order-placed', order.id)
  const cents = refundCents(order, fact, records)
  return sale === null || cents < 1
    ? null
    : reporting.recordRefund({ ...of, transaction: sale.transaction, currency: order.currency, cents })
}

const factOf = ({ fact }: SaleFact): StoredTaxRecord['fact'] =>
  fact === 'order-placed' || fact === 'refund-settled' ? fact : 'refund-reversed'

const recordFact = async (
  { deps }: RecordServices,
  reporting: TaxReporting,
  order: Order,
  fact: SaleFact,
): Promise<void> => {
  const records = await selectTaxRecords(deps.database, order.id)
  const key = { fact: factOf(fact), factId: fact.fact_id, orderId: order.id }
  if (records.some((one) => one.fact === key.fact && one.factId === key.factId)) return
  const outcome = await recorded(reporting, order, fact, records).then(
    (record) => ({ record, refusal: record ? null : 'its sale is not recorded there' }),
    (thrown: unknown) => {
      if (!(thrown instanceof TaxFailure) || thrown.kind === 'away') throw thrown
      deps.log.error(
        { err: thrown, order: order.number, fact: key.fact },
        'the tax service refused to record a fact of an order; it needs an entry by hand there',
      )
      return { record: null, refusal: thrown.message }
    },
  )
  await inTransaction(deps, (tx) => insertTaxRecord(tx, { ...key, ...outcome }))
}

/** Nothing was sold for money: there is nothing to report. */
const isFree = ({ totals }: Order): boolean => totals.totalCents - totals.taxCents <= 0

const recordOrder = async (
  services: RecordServices,
  reporting: TaxReporting,
  { orderId, events }: Awaited<ReturnType<typeof selectToRecord>>[number],
): Promise<void> => {
  const { deps } = services
  const order = await selectOrderById(deps.database, orderId)
  if (order && !isFree(order))
    for (const fact of await saleFacts(deps.database, order.id))
      await recordFact(services, reporting, order, fact)
  await inTransaction(deps, (tx) => markTaxRecorded(tx, orderId, events))
}

/** After this many orders without an answer in one run the service counts as away. */
const failuresOfOutage = 3

/**
 * How long an order waits that the service gave no answer for. Stripe repeats an error of its own for a day, for the same key: such
 * an order must not keep others waiting.
 */
const pauseMinutes = 5

/** Whether the service has all of an order now. */
const tryOrder = async (
  services: RecordServices,
  reporting: TaxReporting,
  waiting: Awaited<ReturnType<typeof selectToRecord>>[number],
): Promise<boolean> => {
  const { deps } = services
  try {
    await recordOrder(services, reporting, waiting)
    return true
  } catch (thrown) {
    if (!(thrown instanceof TaxFailure)) throw thrown
    const { orderId } = waiting
    deps.log.warn({ err: thrown, orderId }, 'the tax service did not answer; it is sent the order later')
    await inTransaction(deps, (tx) => postponeTaxReporting(tx, orderId))
    return false
  }
}

const requestedBefore = ({ clock }: Pick<AppDeps, 'clock'>): Temporal.Instant =>
  clock.now().subtract({ minutes: pauseMinutes })

/** Whether `recordTaxes` has something to do; null without a service that takes reports. */
export const hasTaxesToRecord = ({ deps, taxes }: RecordServices): Expression<boolean> | null =>
  taxes.reporting && hasToRecord(deps.database, requestedBefore(deps))

/**
 * Sends the tax service orders, refunds and refunds that came back, each fact once, by the ledger; returns how many
 * orders. No transaction is open while the service is asked. What it does not answer is sent again after a pause.
 */
export const recordTaxes = async (services: RecordServices): Promise<number> => {
  const { deps, taxes } = services
  const { reporting } = taxes
  if (reporting === null) return 0
  let done = 0
  let failures = 0
  for (const waiting of await selectToRecord(deps.database, requestedBefore(deps), batchSize)) {
    if (await tryOrder(services, reporting, waiting)) done += 1
    else failures += 1
    if (failures === failuresOfOutage) return done
  }
  return done
}
