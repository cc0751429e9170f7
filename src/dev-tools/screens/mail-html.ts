import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { ShopError } from '#shared/errors.ts'
import { viewOutbox } from '../endpoints.ts'

/**
 * Nothing runs and nothing is loaded from elsewhere; styles are in the mail itself, as mail programs need them. The
 * sandbox allows scripts only so that accessibility checks can look inside; `default-src` blocks the mail's own. Links
 * open in a page of their own, as they do from a mail program.
 */
const policy = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

/** The HTML of a mail as it would have been sent, for the frame of its page. */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const { mails } = await context.get(shopContext).call(viewOutbox, {})
  const mail = mails.find(({ id }) => id === params['id'])
  if (!mail) throw new ShopError('NOT_FOUND')
  return new Response(mail.html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
