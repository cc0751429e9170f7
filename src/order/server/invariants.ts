import type { Kysely } from 'kysely'
import { issuedInvoices } from '#invoice/server/invoices.ts'
import { ledgerCurrencies, postedFacts } from '#ledger/server/journals.ts'
import { sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { brokenShipmentsOf } from '#shipment/rules/shipment-item.ts'
import { brokenLabelsOf } from '#shipment/rules/carriers.ts'
import { labelsOfShipments } from '#shipment/server/labels.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { selectLedgerTotals, selectOrdersAfter } from './order-checks.ts'
import type { Order } from './order-record.ts'

const batchSize = 500

const labelsBroken = async (
  db: Kysely<Database>,
  shipments: readonly Shipment[],
): Promise<readonly string[]> => {
  const labels = Map.groupBy(
    await labelsOfShipments(
      db,
      shipments.map(({ id }) => id),
    ),
    ({ shipmentId }) => shipmentId,
  )
  return shipments.flatMap((shipment) => brokenLabelsOf(shipment, labels.get(shipment.id) ?? []))
}

/** A sentence for each order whose shipments disagree with it, with their labels or with what was paid. */
export const brokenShipments = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const broken: string[] = []
  let after: string | null = null
  for (;;) {
    const orders: Order[] = await selectOrdersAfter(db, after, batchSize)
    if (orders.length === 0) return broken
    const shipments = await shipmentsOf(
      db,
      orders.map(({ id }) => id),
    )
    for (const order of orders) {
      const ordered = (shipments.get(order.id) ?? []).filter(({ isReship }) => !isReship)
      broken.push(...brokenShipmentsOf(order, ordered))
    }
    broken.push(...(await labelsBroken(db, [...shipments.values()].flat())))
    after = orders.at(-1)?.id ?? null
  }
}

type Compared = readonly (readonly [what: string, ours: number, recorded: number])[]

const ledgerOf = async (db: Kysely<Database>) => ({
  placed: await postedFacts(db, 'order-placed'),
  shipped: await postedFacts(db, 'order-shipped'),
  canceled: await postedFacts(db, 'order-canceled'),
  refunded: await postedFacts(db, 'refund-settled'),
  reversed: await postedFacts(db, 'refund-reversed'),
})

const invoicesOf = async (db: Kysely<Database>) => ({
  invoices: await issuedInvoices(db, 'invoice'),
  notes: await issuedInvoices(db, 'credit-note'),
  reversals: await issuedInvoices(db, 'reversal'),
})

type Totals = Awaited<ReturnType<typeof selectLedgerTotals>>

const countOf = (orders: Totals, key: 'placed' | 'shipped' | 'canceled'): number =>
  orders.reduce((sum, one) => sum + one[key], 0)

/** The sums of one currency: orders against the ledger. */
const comparedSums = (
  orders: Totals,
  { placed, refunded, reversed }: Awaited<ReturnType<typeof ledgerOf>>,
  currency: Currency,
): Compared => {
  const sums = orders.find((one) => one.currency === currency)
  const { totalCents = 0, creditCents = 0, refundedCents = 0 } = sums ?? {}
  const givenBack = [refunded, reversed].map(
    (fact) => fact.receivableCents(currency) + fact.memberCreditCents(currency),
  )
  return [
    [`cents ${currency} of orders by card`, totalCents - creditCents, placed.receivableCents(currency)],
    [`cents ${currency} of orders by credit`, creditCents, placed.memberCreditCents(currency)],
    [`cents ${currency} refunded`, refundedCents, 0 - sumCents(givenBack)],
  ]
}

/** The same against invoices and credit notes. */
const invoicedSums = (
  orders: Totals,
  { invoices, notes, reversals }: Awaited<ReturnType<typeof invoicesOf>>,
  currency: Currency,
): Compared => {
  const { totalCents = 0, refundedCents = 0 } = orders.find((one) => one.currency === currency) ?? {}
  return [
    [`cents ${currency} of orders`, totalCents, invoices.cents(currency)],
    [`cents ${currency} refunded`, refundedCents, notes.cents(currency) - reversals.cents(currency)],
  ]
}

const differences = (compared: Compared, where: string): string[] =>
  compared.flatMap(([what, ours, recorded]) =>
    ours === recorded ? [] : [`${what}: ${ours}, and ${recorded} ${where}`],
  )

/** A sentence for each way in which orders, ledger and invoices disagree, by currency; none when they agree. */
export const brokenOrderLedger = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const orders = await selectLedgerTotals(db)
  const ledger = await ledgerOf(db)
  const invoiced = await invoicesOf(db)
  const currencies = await ledgerCurrencies(db)
  const inLedger: Compared = [
    ['orders placed', countOf(orders, 'placed'), ledger.placed.count],
    ['orders shipped', countOf(orders, 'shipped'), ledger.shipped.count],
    ['orders canceled', countOf(orders, 'canceled'), ledger.canceled.count],
    ...currencies.flatMap((currency) => comparedSums(orders, ledger, currency)),
  ]
  const onInvoices: Compared = [
    ['orders placed', countOf(orders, 'placed'), invoiced.invoices.count],
    ...currencies.flatMap((currency) => invoicedSums(orders, invoiced, currency)),
  ]
  return [
    ...differences(inLedger, 'in the ledger'),
    ...differences(onInvoices, 'on invoices and credit notes'),
  ]
}
