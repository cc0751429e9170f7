import type { Kysely } from 'kysely'
import { brand } from '#shared/brand.ts'
import { plansFor } from '#catalogue/server/plans.ts'
import { cartLines } from '#cart/rules/cart-lines.ts'
import type { CartLine } from '#cart/rules/cart-lines.ts'
import type { Cart } from '#cart/rules/cart.ts'
import { isEmpty } from '#cart/rules/cart.ts'
import { offeredCodes } from '#cart/rules/entered-codes.ts'
import { couponOffers } from '#coupon/server/coupons.ts'
import type { Redeemer } from '#coupon/server/coupons.ts'
import type { TaxPlace } from '#pricing/rules/tax-rate.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import { quote } from '../rules/quote.ts'
import type { Quote } from '../rules/quote.ts'
import type { CheckoutServices } from './checkout-services.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

/** The input of a price: destination, shipping method, codes, account (null: unknown). */
export interface QuoteRequest {
  readonly cart: Cart
  /** The visitor's. */
  readonly currency: ShopCurrency
  readonly place: TaxPlace
  readonly methodCode: string | null
  /** Codes instead of the cart's own promo code; null: the cart's. */
  readonly namedCoupons: readonly string[] | null
  /** The member's credit in a currency, as far as it may be used. */
  readonly credit: (currency: Currency) => Promise<Cents>
  readonly redeemer: Omit<Redeemer, 'country'>
}

export interface GatheredQuote {
  readonly quote: Quote
  readonly lines: readonly CartLine[]
}

const offeredBy = ({ cart, namedCoupons }: QuoteRequest, lines: readonly CartLine[]) => {
  if (namedCoupons === null) return offeredCodes(cart, lines)
  const named = namedCoupons.map((code) => ({ code, source: 'promo-code' as const }))
  return [...named, ...offeredCodes({ ...cart, promoCode: null, furtherCodes: [] }, lines)]
}

/**
 * Gathers the facts of a cart and prices them with the one rule; preview and purchase both use it. CART_EMPTY,
 * PRODUCT_NOT_FOUND, VALIDATION_ERROR for a shipping method that the country does not have.
 */
export const gatherQuote = async (
  { deps, taxes }: CheckoutServices,
  db: Kysely<Database>,
  request: QuoteRequest,
): Promise<GatheredQuote> => {
  if (isEmpty(request.cart)) throw new ShopError('CART_EMPTY')
  const { plans, currency } = await plansFor(deps, request, db)
  const lines = cartLines(request.cart.items, plans)
  const now = deps.clock.now()
  const { country } = request.place
  const offers = await couponOffers(db, offeredBy(request, lines), { ...request.redeemer, country })
  const quoted = quote({
    lines,
    bundles: request.cart.bundles,
    offers,
    country,
    currency,
    methodCode: request.methodCode,
    taxRate: await taxes.rateFor(db, request.place),
    availableCreditCents: await request.credit(currency),
    now,
    today: dateIn(now, brand.timeZone),
  })
  return { quote: quoted, lines }
}
