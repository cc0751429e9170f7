import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { viewInvoice, viewInvoicePdf } from '../endpoints.ts'
import { fileReply } from './invoice-file.ts'

/** The invoice of a member's order as PDF. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { key } = await call(viewInvoice, { id: params['number'] ?? '' })
  return fileReply(await call(viewInvoicePdf, { key }))
}
