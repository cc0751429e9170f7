import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskEvidence } from '../dispute-endpoints.ts'

/** What the bank would be sent about a dispute, as a PDF. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { name, pdf } = await call(viewDeskEvidence, { number: params['number'] ?? '' })
  return new Response(
    Uint8Array.from(atob(pdf), (char) => char.codePointAt(0) ?? 0),
    {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      },
    },
  )
}
