import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskLabel } from '../fulfillment-endpoints.ts'
import { pdfResponse } from './parts/file-response.ts'

/** The label of what is packed of an order, as a PDF. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const number = params['number'] ?? ''
  const { pdf } = await context.get(shopContext).call(viewDeskLabel, { number })
  return pdfResponse(pdf, `label-${number.replaceAll(/[^\w-]/g, '')}.pdf`)
}
