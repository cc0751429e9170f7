import { requestAgain } from '#account/browser/restored-page.ts'
import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'
import { refreshInPlace } from '#ui/browser/restored-page.ts'

/** Hides the bar at the bottom of a product page while the button it repeats is in view: one ochre button at a time. */
export const watchBuyBar = (): void => {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]')
  const buyButton = document.querySelector('[data-buy-place]')
  if (!bar || !buyButton) return
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-away', entry?.isIntersecting === true),
  ).observe(buyButton)
}

/** How many pieces the browser's record of the cart holds (spec §9: `{product}_cart_items`); 0 when it cannot be read. */
const storedCount = (): number => {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(brand.keys.cartItems) ?? '{}')
    if (!isRecord(items)) return 0
    return Object.values(items).reduce(
      (sum: number, quantity) => sum + (typeof quantity === 'number' ? quantity : 0),
      0,
    )
  } catch {
    return 0
  }
}

const show = (): void => {
  const count = storedCount()
  document.documentElement.toggleAttribute('data-cart', count > 0)
  // An attribute, drawn by the style sheet: text put in before React takes the page over would be a mismatch to it.
  for (const element of document.querySelectorAll('[data-cart-count]'))
    element.setAttribute('data-cart-count', count > 0 ? String(count) : '')
}

/** Writes the count next to Cart, and again when another tab or a page restored from history changed it. */
export const showCartCount = (): void => {
  show()
  addEventListener('storage', show)
  addEventListener('pageshow', show)
  // Published by the code that writes the record in this tab.
  addEventListener('cart-changed', show)
}

/**
 * Brings cart and checkout up to date when the browser shows them from its memory: what they offer may be bought by now. Begun
 * here, because a script that a page loads when it needs it never comes when the page was left before.
 */
export const refreshRestoredCart = (): void => {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !document.querySelector('[data-cart-page], [data-checkout-page]')) return
    if (!refreshInPlace()) requestAgain()
  })
}
