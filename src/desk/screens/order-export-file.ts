import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { readOrderExport } from '../export-endpoints.ts'
import { fileResponse } from './parts/csv-response.ts'

/** A file that a job has written, sent part by part: it never is in memory as a whole. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  let part: { readonly lines: string; readonly next: number | null } | null = await call(readOrderExport, {
    id,
  })
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (part === null) return controller.close()
      controller.enqueue(encoder.encode(part.lines))
      part = part.next === null ? null : await call(readOrderExport, { id, position: part.next })
    },
  })
  return fileResponse(body, 'text/csv; charset=utf-8', 'orders.csv')
}
