import type { LoaderFunctionArgs } from 'react-router'
import { keyIn } from '#invoice/screens/invoice-file.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewProblemPhoto } from '../problem-endpoints.ts'

/** A photo with its key, as the shop has drawn it. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { jpeg } = await context.get(shopContext).call(viewProblemPhoto, { key: keyIn(request) })
  return new Response(Uint8Array.fromBase64(jpeg), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
  })
}
