import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskProblemPhoto } from '../problem-endpoints.ts'

/** A photo of a report, for roles that see names. */
export const loader = async ({ context, params }: LoaderFunctionArgs): Promise<Response> => {
  const wanted = { number: params['number'] ?? '', photo: params['photo'] ?? '' }
  const { jpeg } = await context.get(shopContext).call(viewDeskProblemPhoto, wanted)
  return new Response(Uint8Array.fromBase64(jpeg), {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}
