import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { drawDeskSlips } from '../fulfillment-endpoints.ts'
import { pdfResponse } from './parts/file-response.ts'

/** The packing slips of what is due, or of one order, as a PDF. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const wanted = { number: query.get('number') || undefined, until: query.get('until') || undefined }
  const { pdf } = await context.get(shopContext).call(drawDeskSlips, wanted)
  return pdfResponse(pdf, 'packing-slips.pdf')
}
