import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskBatchCodes } from '../coupon-endpoints.ts'
import { csvResponse } from './parts/csv-response.ts'

/** The codes of a batch as a CSV file. */
export const loader = ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  return csvResponse<{ readonly code: string; readonly is_used: boolean }>(
    'codes.csv',
    [
      ['code', ({ code }) => code],
      ['used', ({ is_used: isUsed }) => (isUsed ? 'yes' : 'no')],
    ],
    async (after) => {
      const { codes, next } = await call(listDeskBatchCodes, { id, after: after ?? '' })
      return { rows: codes, older: next }
    },
  )
}
