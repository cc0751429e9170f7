import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { drawDeskSlips, exportDeskFulfillment, viewDeskLabel } from '../fulfillment-endpoints.ts'
import { byteOrderMark } from '../rules/csv.ts'
import { fileResponse, pdfResponse } from './parts/file-response.ts'

/** The packing slips of what is due, or of one order, as a PDF. */
export const slipsFile = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const wanted = { number: query.get('number') || undefined, until: query.get('until') || undefined }
  const { pdf } = await context.get(shopContext).call(drawDeskSlips, wanted)
  return pdfResponse(pdf, 'packing-slips.pdf')
}

/** What is due with its addresses, as a CSV file for a warehouse elsewhere. */
export const shipmentsFile = async ({ context, request }: LoaderFunctionArgs) => {
  const until = new URL(request.url).searchParams.get('until') || undefined
  const { csv } = await context.get(shopContext).call(exportDeskFulfillment, { until })
  return fileResponse(`${byteOrderMark}${csv}`, 'text/csv; charset=utf-8', 'shipments.csv')
}

/** The label of what is packed of an order, as a PDF. */
export const labelFile = async ({ context, params }: LoaderFunctionArgs) => {
  const number = params['number'] ?? ''
  const { pdf } = await context.get(shopContext).call(viewDeskLabel, { number })
  return pdfResponse(pdf, `label-${number.replaceAll(/[^\w-]/g, '')}.pdf`)
}
