import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { drawInvoice } from './draw-invoice.ts'
import { selectInvoiceOf, selectInvoiceOfGuest } from './invoice-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { rowByKey, wireInvoice } from './invoices.ts'

/** NOT_FOUND without one; `security` is what the log calls it. */
const found = async (row: Promise<InvoiceRow | undefined>, security?: string): Promise<InvoiceRow> => {
  const there = await row
  if (!there) throw new ShopError('NOT_FOUND', { security })
  return there
}

/** Whether an order is one of the member's own, and not one that a visitor placed with their e-mail. */
type IsOwnOrder = (accountId: string, orderId: string) => Promise<boolean>

/** Handles the endpoints of the invoice module; `isOwnOrder` is injected, because orders are a later module. */
export const createInvoiceHandlers = (
  deps: AppDeps,
  isOwnOrder: IsOwnOrder,
): HandlersFor<typeof endpoints> => ({
  viewInvoice: async ({ actor }, { id }) => {
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const row = await found(selectInvoiceOf(deps.database, actor.accountId, id))
    if (!(await isOwnOrder(actor.accountId, row.order_id))) throw new ShopError('NOT_FOUND')
    return wireInvoice(deps, row)
  },
  viewInvoiceByKey: async (_context, { key }) =>
    wireInvoice(deps, await found(rowByKey(deps, key), 'refused link')),
  viewInvoicePdf: async (_context, { key }) => {
    const invoice = await wireInvoice(deps, await found(rowByKey(deps, key), 'refused link'))
    const pdf = await drawInvoice(invoice)
    return { file_name: `${invoice.number}.pdf`, pdf: pdf.toString('base64') }
  },
  findGuestInvoice: async (_context, { number, email }) =>
    wireInvoice(deps, await found(selectInvoiceOfGuest(deps.database, number, email))),
})

/** The endpoints of invoices. */
export const invoiceRoutes = (deps: AppDeps, isOwnOrder: IsOwnOrder): readonly Route[] =>
  routes(endpoints, createInvoiceHandlers(deps, isOwnOrder))
