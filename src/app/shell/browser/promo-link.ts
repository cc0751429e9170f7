import { browserTime } from '#cart/browser/browser-time.ts'
import { brand } from '#shared/brand.ts'

const isStored = (): boolean => {
  try {
    return localStorage.getItem(brand.keys.promoCode) !== null
  } catch {
    return false
  }
}

const setPromoCode = async (code: string): Promise<{ promo_code: string | null }> => {
  const { setPromoCode: call, CartReply } = await import('#cart/calls.ts')
  const reply = await fetch(call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, from_link: true }),
  })
  if (!reply.ok) throw new Error(`the cart answered ${reply.status}`)
  return CartReply.pick({ promo_code: true }).parse(await reply.json())
}

/**
 * Keeps the promo code of a link and forgets an expired one (spec §4). The rules are fetched only where there is a
 * code; the cart page follows its links by itself.
 */
export const followPromoLink = async (): Promise<void> => {
  const linked = new URLSearchParams(location.search).has('promo_code')
  if ((!linked && !isStored()) || location.pathname.startsWith('/cart')) return
  const { followPromoCodeLink } = await import('#cart/browser/promo-code-link.ts')
  const kept = await followPromoCodeLink({
    keep: localStorage,
    search: location.search,
    now: browserTime(),
    setPromoCode,
  })
  document.documentElement.toggleAttribute('data-promo', kept !== null)
}
