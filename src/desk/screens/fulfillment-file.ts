import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { exportDeskFulfillment } from '../fulfillment-endpoints.ts'
import { byteOrderMark } from '../rules/csv.ts'
import { fileResponse } from './parts/file-response.ts'

/** What is due with its addresses, as a CSV file for a warehouse elsewhere. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const until = new URL(request.url).searchParams.get('until') || undefined
  const { csv } = await context.get(shopContext).call(exportDeskFulfillment, { until })
  return fileResponse(`${byteOrderMark}${csv}`, 'text/csv; charset=utf-8', 'shipments.csv')
}
