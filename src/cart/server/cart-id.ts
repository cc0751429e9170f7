import { brand } from '#shared/brand.ts'
import type { Actor, RequestContext } from '#platform/request-context.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isCartId = (id: string | undefined): id is string => id !== undefined && uuidPattern.test(id)

export const accountOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.accountId : null)

/** The cart id of the browser; null when it sent none or something else. */
export const cartIdOf = ({ cookies }: Pick<RequestContext, 'cookies'>): string | null => {
  const id = cookies.get(brand.keys.cartIdCookie)
  return isCartId(id) ? id : null
}
