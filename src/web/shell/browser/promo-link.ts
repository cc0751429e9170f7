import { browserTime } from '#cart/browser/browser-time.ts'
import { brand } from '#shared/brand.ts'
import { pagePath } from '#ui/browser/page-address.ts'
import { browserDeps } from '../../../ui/browser/request-json.ts'

const isStored = (): boolean => {
  try {
    return localStorage.getItem(brand.keys.promoCode) !== null
  } catch {
    return false
  }
}

const setPromoCode = async (code: string) => {
  const [{ setPromoCode: call }, { createTypedClient }] = await Promise.all([
    import('#cart/endpoints.ts'),
    import('../../../ui/browser/typed-client.ts'),
  ])
  return createTypedClient(browserDeps)(call, { code, from_link: true })
}

/**
 * Saves the promo code of a link and removes an expired one (spec §4). The rules are loaded only if there is a code;
 * the cart page handles its links by itself.
 */
export const applyPromoLink = async (): Promise<void> => {
  const isInLink = new URLSearchParams(location.search).has('promo_code')
  if ((!isInLink && !isStored()) || pagePath().startsWith('/cart')) return
  const { followPromoCodeLink } = await import('#cart/browser/promo-code-link.ts')
  const storedCode = await followPromoCodeLink({
    storage: localStorage,
    search: location.search,
    now: browserTime(),
    setPromoCode,
  })
  document.documentElement.toggleAttribute('data-promo', storedCode !== null)
  if (storedCode === null || document.querySelector('[data-promo-note]') === null) return
  const { showPromoNotes } = await import('./promo-note.ts')
  await showPromoNotes(storedCode)
}
