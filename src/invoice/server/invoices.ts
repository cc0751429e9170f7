import type { Kysely } from 'kysely'
import { centsOf } from '#pricing/rules/refund-lines.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { wirePrice } from '#shared/money.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { Invoice } from '../endpoints.ts'
import { InvoiceDocument } from '../rules/invoice-document.ts'
import { creditNoteFor, reversalFor } from '../rules/credit-note.ts'
import type { NotedRefund } from '../rules/credit-note.ts'
import { invoiceFor } from '../rules/issue.ts'
import type { InvoicedOrder } from '../rules/issue.ts'
import {
  insertInvoices,
  selectAboutOrder,
  selectInvoiceNumbers,
  selectAboutOrders,
  selectGaps,
  selectInvoiceByNumber,
  selectIssued,
} from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'

export { documentMargin, drawDocument } from './document-file.ts'
export type { DrawnDocument } from './document-file.ts'

/**
 * Issues the invoices of orders, numbered in their order, as the last step of the caller's transaction, which is the one that
 * places them; `orderedOn` is the shop's calendar date. A second one for the same order breaks a unique key and undoes the
 * transaction.
 */
export const issueInvoices = (
  tx: Tx,
  orders: readonly (InvoicedOrder & InvoiceOwner)[],
  orderedOn: Temporal.PlainDate,
): void => {
  const drafts = orders.map((order) => ({
    orderId: order.id,
    accountId: order.accountId,
    orderNumber: order.number,
    refundId: null,
    email: order.email,
    currency: order.currency,
    totalCents: order.totals.totalCents,
    content: invoiceFor(order, orderedOn, tx.today),
  }))
  tx.beforeCommit(() => insertInvoices(tx, 'invoice', drafts))
}

/** The order that a document is about, and whose it is. */
interface InvoiceOwner {
  readonly id: string
  readonly accountId: string
}

/** Issues the credit note of a settled refund, as the last step of the caller's transaction. */
export const issueCreditNote = (
  tx: Tx,
  { id: orderId, accountId }: InvoiceOwner,
  refund: NotedRefund & { readonly refundId: string },
): void =>
  tx.beforeCommit(async () => {
    const [invoice] = await selectAboutOrder(tx.db, orderId)
    if (!invoice) throw new Error(`order ${orderId} has no invoice to correct`)
    const document = InvoiceDocument.parse(invoice.content)
    const note = {
      orderId,
      accountId,
      orderNumber: document.order_number,
      refundId: refund.refundId,
      email: document.buyer.email,
      currency: document.currency,
      totalCents: centsOf(refund.shares),
      content: creditNoteFor({ number: invoice.number, document }, refund, tx.today.toString()),
    }
    await insertInvoices(tx, 'credit-note', [note])
  })

/** Takes back the credit note of a refund, as the last step of the caller's transaction; nothing when it has none. */
export const issueReversal = (tx: Tx, { id: orderId, accountId }: InvoiceOwner, refundId: string): void =>
  tx.beforeCommit(async () => {
    const note = (await selectAboutOrder(tx.db, orderId)).find((row) => row.refund_id === refundId)
    if (note?.kind !== 'credit-note') return
    const document = InvoiceDocument.parse(note.content)
    const reversal = {
      orderId,
      accountId,
      orderNumber: document.order_number,
      refundId,
      email: document.buyer.email,
      currency: document.currency,
      totalCents: note.total_cents,
      content: reversalFor({ number: note.number, document }, tx.today.toString()),
    }
    await insertInvoices(tx, 'reversal', [reversal])
  })

const signerOf = ({ secret }: Pick<AppDeps, 'secret'>) => createTokenSigner(secret, 'invoice')

/** The row of a document that a key opens; undefined for a key that the shop did not sign. */
export const rowByKey = async (deps: AppDeps, key: string): Promise<InvoiceRow | undefined> => {
  const number = signerOf(deps).verify(key)
  return number === null ? undefined : selectInvoiceByNumber(deps.database, number)
}

/** A stored document in the form of the wire. */
export const wireInvoice = async (deps: AppDeps, row: InvoiceRow): Promise<Invoice> => {
  const signer = signerOf(deps)
  const about = row.kind === 'invoice' ? await selectAboutOrder(deps.database, row.order_id) : []
  return {
    ...InvoiceDocument.parse(row.content),
    number: row.number,
    order_id: row.order_id,
    key: signer.sign(row.number),
    credit_notes: about
      .filter(({ kind }) => kind !== 'invoice')
      .map((note) => ({
        number: note.number,
        key: signer.sign(note.number),
        issued_on: InvoiceDocument.parse(note.content).issued_on,
        total: wirePrice(note.total_cents, InvoiceDocument.parse(note.content).currency),
      })),
  }
}

interface InvoiceLink {
  readonly number: string
  readonly url: string
}

/** Links to the invoices of orders that need no session, for mails, by order; an order without one is not in it. */
export const invoiceLinks = async (
  deps: AppDeps,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceLink>> => {
  const signer = signerOf(deps)
  const linkTo = (number: string): InvoiceLink => ({
    number,
    url: `${deps.publicUrl}/invoice?key=${signer.sign(number)}`,
  })
  const numbers = await selectInvoiceNumbers(deps.database, orderIds)
  return new Map([...numbers].map(([orderId, number]) => [orderId, linkTo(number)]))
}

/** Every document about an order with a link that needs no session; the invoice first. */
export const documentLinks = async (deps: AppDeps, orderId: string) =>
  (await selectAboutOrder(deps.database, orderId)).map(({ number, kind }) => ({
    number,
    kind,
    url: `${deps.publicUrl}/invoice?key=${signerOf(deps).sign(number)}`,
  }))

/** Invoices and credit notes of a member's orders as they were issued, the earliest first; for the download. */
export const documentsOf = async (db: Kysely<Database>, accountId: string, orderIds: readonly string[]) =>
  (await selectAboutOrders(db, accountId, orderIds)).map(({ number, content }) => ({
    ...InvoiceDocument.parse(content),
    number,
  }))

/** How many documents were issued, and their total by currency. */
export const issuedInvoices = async (
  db: Kysely<Database>,
  kind: InvoiceDocument['kind'],
): Promise<{ readonly count: number; readonly cents: (currency: Currency) => Cents }> => {
  const issued = await selectIssued(db, kind)
  return {
    count: issued.reduce((sum, { count }) => sum + count, 0),
    cents: (currency) => issued.find((one) => one.currency === currency)?.cents ?? 0,
  }
}

/** A sentence for each series of numbers with a gap; none when they are complete. */
export const brokenSeries = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectGaps(db)).map(
    ({ series, year, given, last }) => `${series}-${year} is at ${last} and has ${given} documents`,
  )
