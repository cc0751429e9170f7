import type { ActionFunctionArgs } from 'react-router'
import { data } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { isShopError } from '#shared/errors.ts'
import type { stopOrderReminders } from '#account/privacy-endpoints.ts'
import type { confirmSubscription, unsubscribe } from '../endpoints.ts'

/**
 * Presses the button of a mailed link: its token is in the URL. Answers on the page itself and never by a redirect,
 * because mail programs press too and follow none (RFC 8058).
 */
export const submitLink = async (
  { context, url }: Pick<ActionFunctionArgs, 'context' | 'url'>,
  endpoint: typeof confirmSubscription | typeof unsubscribe | typeof stopOrderReminders,
) => {
  try {
    await context.get(shopContext).call(endpoint, { token: url.searchParams.get('token') ?? '' })
    return { done: true, message: null }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ done: false, message: thrown.detail }, { status: thrown.status })
  }
}
