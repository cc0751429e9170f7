import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { parsePrice, sumCents, wirePrice } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import type * as endpoints from '../finance-endpoints.ts'
import type { DeskDispute, DeskDocument, DeskPayout } from '../finance-endpoints.ts'
import { daysOfMonth } from '../rules/finance-filter.ts'
import { selectDeskDisputes, selectDocuments } from './document-store.ts'
import type { StoredDeskDispute, StoredDocument } from './document-store.ts'
import { selectDeskPayout, selectDeskPayouts, selectPayoutParts } from './finance-store.ts'
import type { StoredDeskPayout } from './finance-store.ts'
import { pageOf } from './ledger-handlers.ts'

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const wirePayout = ({ currency, ...row }: StoredDeskPayout): DeskPayout => ({
  id: row.id,
  name: row.name,
  state: row.state,
  currency,
  amount: wirePrice(row.amount_cents, currency),
  // The parts of a payout are read when it is paid.
  fees: row.state === 'pending' ? null : wirePrice(row.fee_cents, currency),
  created_at: instantText(row.created_at),
})

const createPayoutHandlers = ({ database }: AppDeps) => {
  const listDeskPayouts: Handler<typeof endpoints.listDeskPayouts> = async (_context, { after, limit }) => {
    const rows = await selectDeskPayouts(database, after, limit + 1)
    const { page, older } = pageOf(rows, limit, (row) => `${instantText(row.created_at)}~${row.id}`)
    return { payouts: page.map(wirePayout), older }
  }
  const viewDeskPayout: Handler<typeof endpoints.viewDeskPayout> = async (_context, payload) => {
    const { id, after, limit } = payload
    const payout = await selectDeskPayout(database, id)
    if (payout === null) throw new ShopError('NOT_FOUND')
    const { currency } = payout
    const rows = await selectPayoutParts(database, id, after, limit + 1)
    const { page, older } = pageOf(rows, limit, (row) => `${instantText(row.happened_at)}~${row.id}`)
    return {
      payout: wirePayout(payout),
      parts: page.map(({ amount_cents: amount, fee_cents: fee, ...row }) => ({
        ...row,
        happened_at: instantText(row.happened_at),
        amount: wirePrice(amount, currency),
        fee: wirePrice(fee, currency),
        net: wirePrice(amount - fee, currency),
      })),
      older,
    }
  }
  return { listDeskPayouts, viewDeskPayout }
}

const wireDocument = ({ currency, ...row }: StoredDocument): DeskDocument => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  issued_at: instantText(row.issued_at),
  order_number: row.order_number,
  country: row.country,
  region: row.region ?? '',
  currency,
  subtotal: row.subtotal,
  discount: row.discount,
  shipping: row.shipping,
  tax: wirePrice(sumCents(row.taxes.map(({ amount }) => parsePrice(amount, currency))), currency),
  total: wirePrice(row.total_cents, currency),
})

const wireDispute = ({ currency, moved_currency: moved, ...row }: StoredDeskDispute): DeskDispute => ({
  id: row.id,
  order_number: row.order_number,
  state: row.state,
  reason: row.reason,
  currency,
  amount: wirePrice(row.amount_cents, currency),
  moved_currency: moved,
  fees: wirePrice(row.fee_cents, moved),
  lost: wirePrice(row.written_off_cents, moved),
  opened_at: instantText(row.opened_at),
  evidence_due_at: row.evidence_due_at === null ? null : instantText(row.evidence_due_at),
  closed_at: row.closed_at === null ? null : instantText(row.closed_at),
})

const createDocumentHandlers = ({ database, clock }: AppDeps) => {
  const listDeskDocuments: Handler<typeof endpoints.listDeskDocuments> = async (_context, payload) => {
    const { kind, after, limit } = payload
    const today = dateIn(clock.now(), brand.timeZone).toString()
    const month = payload.month ?? today.slice(0, 7)
    const { from, to } = daysOfMonth(month)
    const start = (day: Temporal.PlainDate) => day.toZonedDateTime(brand.timeZone).toInstant()
    const requested = { from: start(from), to: start(to), kind, after }
    const rows = await selectDocuments(database, requested, limit + 1)
    const { page, older } = pageOf(rows, limit, (row) => `${instantText(row.issued_at)}~${row.id}`)
    return { month, today, documents: page.map(wireDocument), older }
  }
  const listDeskDisputes: Handler<typeof endpoints.listDeskDisputes> = async (_context, payload) => {
    const { state, after, limit } = payload
    const rows = await selectDeskDisputes(database, state, after, limit + 1)
    const { page, older } = pageOf(rows, limit, (row) => `${instantText(row.opened_at)}~${row.id}`)
    return { disputes: page.map(wireDispute), older }
  }
  return { listDeskDocuments, listDeskDisputes }
}

/** Payouts, invoices and disputes at the desk. */
export const createFinanceHandlers = (deps: AppDeps) => ({
  ...createPayoutHandlers(deps),
  ...createDocumentHandlers(deps),
})
