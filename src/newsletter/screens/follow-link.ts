import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { followNewsletterLink } from '../endpoints.ts'

/** Opened by a link of a newsletter whose clicks are counted. The address comes from the campaign, never from the request. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { href } = await context.get(shopContext).call(followNewsletterLink, { token: params['token'] ?? '' })
  return redirect(href, {
    status: 302,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}
