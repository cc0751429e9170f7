import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { viewInvoicePdf } from '../endpoints.ts'
import { fileReply, keyIn } from './invoice-file.ts'

/** A document as PDF, with its key. */
export const loader = async ({ context, request }: LoaderFunctionArgs) =>
  fileReply(await context.get(shopContext).call(viewInvoicePdf, { key: keyIn(request) }))
