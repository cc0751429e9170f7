import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { drawDeskSlips, exportDeskFulfillment, viewDeskLabel } from '../fulfillment-endpoints.ts'
import { byteOrderMark } from '../rules/csv.ts'
import { fileResponse, pdfResponse } from './parts/csv-response.ts'

/** The packing slips of what is due, or of one order, as a PDF. */
export const slipsFile = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const wanted = { number: query.get('number') || undefined, until: query.get('until') || undefined }
  const { pdf } = await context.get(shopContext).call(drawDeskSlips, wanted)
  return pdfResponse(pdf, 'packing-slips.pdf')
}

/** What is due with its addresses, as a file for a warehouse elsewhere: CSV, or JSON with `format=json`. */
export const shipmentsFile = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const until = query.get('until') || undefined
  const format = query.get('format') === 'json' ? 'json' : 'csv'
  const answer = await context.get(shopContext).call(exportDeskFulfillment, { until, format })
  return 'csv' in answer
    ? fileResponse(`${byteOrderMark}${answer.csv}`, 'text/csv; charset=utf-8', 'shipments.csv')
    : fileResponse(JSON.stringify(answer.shipments, null, 2), 'application/json', 'shipments.json')
}

/** The label of what is packed of an order, as a PDF. */
export const labelFile = async ({ context, params }: LoaderFunctionArgs) => {
  const number = params['number'] ?? ''
  const { pdf } = await context.get(shopContext).call(viewDeskLabel, { number })
  return pdfResponse(pdf, `label-${number.replaceAll(/[^\w-]/g, '')}.pdf`)
}
