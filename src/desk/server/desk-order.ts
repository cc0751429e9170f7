import { takenOf } from '#dispute/rules/dispute.ts'
import { disputesOfCharge } from '#dispute/server/disputes.ts'
import { documentLinks } from '#invoice/server/invoices.ts'
import { postingsOfOrder } from '#ledger/server/journals.ts'
import { holdText, orderByNumber, orderMailsOf } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { correctedShipments } from '#order/rules/address-correction.ts'
import { leftAfterLoss, leftOfParts } from '#payment/refund/rules/refund.ts'
import { needsDecision, refundsWithLines } from '#payment/refund/server/refunds.ts'
import { wireLine } from '#pricing/rules/line-amounts.ts'
import { centsOf, paidParts } from '#pricing/rules/refund-lines.ts'
import type { PaidPart } from '#pricing/rules/refund-lines.ts'
import { taxEstimateOf, wireTaxes } from '#pricing/rules/tax-lines.ts'
import { paidBy, toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import { trackingPage } from '#shipment/rules/carriers.ts'
import { isPackedOrLater } from '#shipment/rules/shipment-state.ts'
import { shipmentHistories } from '#shipment/server/shipments.ts'
import { auditEntries } from '#staff/server/audits.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { Lot } from '#certificate/rules/certificate.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { DeskOrder, DeskOrderRow } from '../endpoints.ts'
import { certificatePath } from '../rules/lot-words.ts'
import { noFacts, selectOrderFacts } from './order-facts-store.ts'
import { timelineOf } from './order-timeline.ts'
import { wireReported } from './wire-reported.ts'
import type { StoredDeskOrder } from './desk-order-store.ts'

/** What the audit log calls an order. */
export const orderSubject = (number: string): string => `order:${number}`

const gather = async (deps: AppDeps, number: string) => {
  const db = deps.database
  const order = await orderByNumber(db, number)
  const histories = await shipmentHistories(db, order.id)
  const shipments = histories.map(({ shipment }) => shipment)
  const parts = paidParts(order.lines, order.totals)
  // What is not packed yet has no lots, and nobody reports a problem with it.
  const hasFacts = order.isHeld || shipments.some(({ state }) => isPackedOrLater(state))
  const [facts, refunds, disputes, entries, documents, postings, mails] = await Promise.all([
    hasFacts ? selectOrderFacts(db, order.id) : noFacts,
    refundsWithLines(db, order.id),
    order.chargeId === null ? [] : disputesOfCharge(db, order.chargeId),
    auditEntries(db, { subject: orderSubject(order.number), before: null, limit: 100 }),
    documentLinks(deps, order.id),
    postingsOfOrder(db, order.id),
    orderMailsOf(db, order.accountId, [order.id]),
  ])
  const left = leftOfParts({ parts, refunds })
  const { lostCents } = takenOf(disputes)
  const leftCents = leftAfterLoss({ paid: paidBy(order.totals), refunds }, lostCents)
  const happened = { refunds, disputes, entries, mails }
  return { order, shipments, histories, left, leftCents, documents, postings, ...facts, ...happened }
}

const wireOrderLine = (
  { currency }: Order,
  line: Order['lines'][number],
  position: number,
  left: readonly PaidPart[],
) => {
  const { subtotal: _, ...amounts } = wireLine(line, currency)
  const remaining = left.find((part) => part.position === position)
  return {
    position,
    plan_code: line.planCode,
    name: line.name,
    product: line.stock.product,
    quantity: line.quantity,
    ...amounts,
    left_units: Math.max(0, remaining?.quantity ?? 0),
    left: wirePrice(remaining ? centsOf(remaining) : 0, currency),
  }
}

type Gathered = Awaited<ReturnType<typeof gather>>

const journalsOf = ({ postings, order: { currency } }: Gathered): DeskOrder['journals'] =>
  [...Map.groupBy(postings, ({ journal_id: id }) => id).values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ fact, posted_on: postedOn }) => ({
      fact,
      posted_on: postedOn,
      postings: rows.map(({ account, detail, cents }) => ({
        account,
        detail,
        amount: wirePrice(cents, currency),
      })),
    })),
  )

/** The totals of an order as prices. */
const moneyOf = ({ order, left, leftCents }: Gathered) => {
  const wire = (cents: Cents): string => wirePrice(cents, order.currency)
  const shippingLeft = left.find(({ position }) => position === null)
  return {
    ...wireTotals(order.totals, order.currency),
    taxes: [...wireTaxes(order)],
    tax_estimate: taxEstimateOf(order.tax),
    charged: wire(toPayCents(order.totals)),
    refunded: wire(order.refundedCents),
    left: wire(leftCents),
    shipping_left: wire(shippingLeft ? centsOf(shippingLeft) : 0),
  }
}

/** What can still be done before somebody packs. */
const packingOf = ({ state: orderState }: Order, shipments: Gathered['shipments']) => {
  const corrected = correctedShipments(orderState, shipments)
  return {
    is_unpacked: orderState === 'placed' && !shipments.some(({ state }) => isPackedOrLater(state)),
    is_address_open: corrected.length > 0 && !corrected.some(({ state }) => isPackedOrLater(state)),
  }
}

const wireLots = ({ lots }: Gathered, shipmentId: string, certified: readonly Pick<Lot, 'lot'>[]) =>
  lots
    .filter((one) => one.shipmentId === shipmentId && one.lot !== '')
    .map(({ position, lot, units, returned }) => ({
      position,
      lot,
      units,
      returned,
      certificate: certified.some((one) => one.lot === lot) ? certificatePath(lot) : null,
    }))

const wireShipments = (
  gathered: Gathered,
  showsNames: boolean,
  certified: readonly Pick<Lot, 'lot'>[],
): DeskOrder['shipments'] =>
  gathered.shipments.map((shipment) => ({
    id: shipment.id,
    state: shipment.state,
    carrier: shipment.carrier,
    tracking: shipment.tracking,
    // A tracking page of a carrier shows where the person lives.
    tracking_url: showsNames ? trackingPage(shipment) : null,
    is_reship: shipment.isReship,
    lots: wireLots(gathered, shipment.id, certified),
  }))

/** Roles that see no names do not read what staff wrote: it may have a name in it. */
const heldBecause = (holds: Gathered['holds'], showsNames: boolean): string =>
  holdText(showsNames ? holds : holds.map((hold) => ({ ...hold, reason: '' })))

const wireGathered = (
  gathered: Gathered,
  showsNames: boolean,
  certified: readonly Pick<Lot, 'lot'>[],
): DeskOrder => {
  const { order, shipments, histories, documents, holds, disputes } = gathered
  const address = shipments.at(-1)?.shipTo ?? order.shipTo
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    state: order.state,
    placed_at: order.placedAt.toString(),
    ship_on: order.ships?.from.toString() ?? null,
    account_id: order.accountId,
    person: showsNames
      ? { name: `${address.firstName} ${address.lastName}`, email: order.email, address }
      : null,
    place: [address.region, address.country].filter((word) => word !== '').join(', '),
    lines: order.lines.map((line, position) => wireOrderLine(order, line, position, gathered.left)),
    discounts: order.discounts.map(({ code, cents }) => ({ code, amount: wirePrice(cents, order.currency) })),
    currency: order.currency,
    ...moneyOf(gathered),
    shipping_method: order.shipping.label,
    card: order.card,
    hold: order.isHeld ? heldBecause(holds, showsNames) : null,
    is_disputed: disputes.some(({ closedAt }) => closedAt === null),
    shipments: wireShipments(gathered, showsNames, certified),
    ...packingOf(order, shipments),
    documents: documents.map((one) => ({ ...one, url: showsNames ? one.url : null })),
    journals: journalsOf(gathered),
    refused_refunds: gathered.refunds.filter(needsDecision).map(({ id, split }) => ({
      id,
      amount: wirePrice(splitSum(split), order.currency),
    })),
    problems: gathered.problems.map(wireReported),
    timeline: timelineOf({ ...gathered, shipments: histories }, showsNames),
  }
}

/**
 * An order with everything that happened to it, and its entries of the audit log; without the person for roles that see no
 * names. NOT_FOUND.
 */
export const deskOrder = async (
  deps: AppDeps,
  number: string,
  showsNames: boolean,
  certified: readonly Pick<Lot, 'lot'>[],
) => {
  const gathered = await gather(deps, number)
  return { order: wireGathered(gathered, showsNames, certified), entries: gathered.entries }
}

/** A row of the list; without names, emails and places for roles that see none. */
export const wireDeskOrder = (row: StoredDeskOrder, showsNames: boolean): DeskOrderRow => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  placed_at: row.placed_at,
  person: showsNames ? row.person : null,
  email: showsNames ? row.email : null,
  lines: row.lines ?? [],
  currency: row.currency,
  total: wirePrice(row.total_cents, row.currency),
  refunded: wirePrice(row.refunded_cents, row.currency),
  is_disputed: row.is_disputed,
  shipments: row.shipments ?? [],
  country: row.country,
  city: showsNames ? row.city : null,
  tags: showsNames ? (row.tags ?? []) : [],
})
