import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskEvidence } from '../dispute-endpoints.ts'
import { pdfResponse } from './parts/csv-response.ts'

/** What the bank would be sent about a dispute, as a PDF. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { name, pdf } = await call(viewDeskEvidence, { number: params['number'] ?? '' })
  return pdfResponse(pdf, name)
}
