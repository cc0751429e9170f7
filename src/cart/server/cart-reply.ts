import { plansFor, pricedFor, readCatalogue } from '#catalogue/server/plans.ts'
import type { CatalogueEntries } from '#catalogue/server/plans.ts'
import { bundleOf } from '#catalogue/rules/plan.ts'
import type { PricedPlans, Plans } from '#catalogue/rules/plan.ts'
import { wireDiscount, withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import { couponOffers } from '#coupon/server/coupons.ts'
import { arrivalOfOrder } from '#delivery/rules/delivery-dates.ts'
import { isCountryEligible } from '#location/rules/countries.ts'
import { standardMethod } from '#pricing/rules/shipping-methods.ts'
import { wireRange } from '#shared/date-range.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { CartReply } from '../endpoints.ts'
import { cartLines } from '../rules/cart-lines.ts'
import { giftDays } from '../rules/gift-details.ts'
import { priceCart } from '../rules/cart-price.ts'
import type { CartPrice } from '../rules/cart-price.ts'
import { offeredCodes } from '../rules/entered-codes.ts'
import type { PricedLine } from '#pricing/rules/order-price.ts'
import { wireTotals } from '#pricing/rules/totals.ts'
import { wirePricedLine } from '#pricing/rules/priced-line-reply.ts'
import { upsells } from '../rules/upsell.ts'
import type { CartServices, FoundCart } from './carts.ts'
import { bundleDiscount } from '#catalogue/rules/plan-rules.ts'
import { hasGift } from '../rules/cart.ts'

type Wire = CartReply

type Visit = Pick<RequestContext, 'actor' | 'country' | 'currency'>

const priceWith = async (
  { deps }: CartServices,
  { actor, country }: Visit,
  cart: FoundCart['cart'],
  { plans, currency }: PricedPlans,
): Promise<CartPrice> => {
  const lines = cartLines(cart.items, plans)
  const email = actor.kind === 'member' ? actor.email : null
  const redeemer = { email, checkoutId: null, isMember: email !== null, country }
  const offers = await couponOffers(deps.database, offeredCodes(cart, lines), redeemer)
  const { bundles } = cart
  const now = deps.clock.now()
  return priceCart({ lines, bundles, offers, country, currency, delivery: null, now })
}

/** Totals of a cart for the visitor's country, without an address. */
export const priceFound = async (
  services: CartServices,
  context: Visit,
  cart: FoundCart['cart'],
): Promise<CartPrice> => priceWith(services, context, cart, await plansFor(services.deps, context))

const wireLine = (line: PricedLine, plans: Plans, entries: CatalogueEntries): Wire['lines'] => {
  const plan = plans.get(line.planCode)
  if (!plan) return []
  // Tax is calculated at checkout.
  const { tax: _, ...sums } = wirePricedLine(line, plan.currency)
  return [
    {
      ...sums,
      image: entries.get(line.planCode)?.cartImage ?? line.image,
      max_quantity: plan.maxQuantity,
      is_refill: plan.isSrp,
      is_gift: !plan.soldAlone,
      renewal: line.renewal && {
        plan_code: line.renewal.planCode,
        price: wirePrice(line.renewal.priceCents, plan.currency),
        interval_months: line.renewal.intervalMonths,
      },
      preorder_note: plan.preorderNote,
      pdp_url: entries.get(line.planCode)?.pdpUrl ?? null,
    },
  ]
}

const wireUpsell = (code: string, plans: Plans, entries: CatalogueEntries): Wire['upsells'] => {
  const entry = entries.get(code)
  const plan = plans.get(code)
  if (!entry?.upsell || !plan) return []
  const { upsell } = entry
  const bundle = bundleOf(plans, code)
  return [
    {
      plan_code: code,
      name: plan.name,
      title: upsell.title,
      description: upsell.description,
      detail: upsell.detail,
      header: upsell.header,
      who_for: upsell.whoFor,
      price: wirePrice(plan.priceCents, plan.currency),
      price_subtext: upsell.priceSubtext,
      price_frequency: upsell.priceFrequency,
      discount: wirePrice(bundle === null ? 0 : bundleDiscount(bundle, plan.currency), plan.currency),
      currency: plan.currency,
      image: upsell.images[0] ?? entry.cartImage,
    },
  ]
}

/** The display order of a catalogue's upsells. */
export const displayOrderIn =
  ({ entries }: { readonly entries: CatalogueEntries }) =>
  (code: string): number | null =>
    entries.get(code)?.upsell?.displayOrder ?? null

const arrivalOfCart = (
  { lines }: CartPrice,
  plans: Plans,
  country: string,
  now: Temporal.Instant,
): Wire['arrives'] => {
  const own = lines.filter(({ isGift }) => !isGift)
  if (own.length === 0 || !isCountryEligible(country)) return null
  const isMadeToOrder = own.some(({ planCode }) => (plans.get(planCode)?.preorderNote ?? null) !== null)
  return wireRange(arrivalOfOrder(now, isMadeToOrder, { methodCode: standardMethod(country).code, country }))
}

/** Shipping and tax are calculated at checkout. */
const wireSums = ({ totals, currency }: CartPrice): Pick<Wire, 'subtotal' | 'discount' | 'total'> => {
  const { subtotal, discount, total } = wireTotals(totals, currency)
  return { subtotal, discount, total }
}

const wireRefusedLine = ({ planCode, error }: CartPrice['refusedLines'][number]) => ({
  plan_code: planCode,
  code: error,
  detail: errorCatalogue[error].detail,
})

/** Everything a cart page shows. */
export const cartReply = async (
  services: CartServices,
  context: Visit,
  { id, cart, draft, currency: before }: FoundCart,
): Promise<CartReply> => {
  const catalogue = await readCatalogue(services.deps)
  const { entries } = catalogue
  const priced = pricedFor(catalogue, context)
  const { plans, currency } = priced
  const price = await priceWith(services, context, cart, priced)
  const days = giftDays(dateIn(services.deps.clock.now(), brand.timeZone))
  return {
    cart_id: id,
    items: cart.items,
    bundles: [...cart.bundles],
    promo_code: cart.promoCode,
    further_codes: [...cart.furtherCodes],
    stackable_coupon: cart.stackableCoupon,
    lines: price.lines.flatMap((line) => wireLine(line, plans, entries)),
    currency,
    currency_before: before === null || before === currency || price.lines.length === 0 ? null : before,
    discounts: price.discounts.map((discount) => wireDiscount(discount, currency)),
    ...wireSums(price),
    arrives: arrivalOfCart(price, plans, context.country, services.deps.clock.now()),
    refusals: price.refusedCoupons.map(withRefusalMessage),
    refused_lines: price.refusedLines.map(wireRefusedLine),
    upsells: upsells(cart, plans, context.country, displayOrderIn(catalogue)).flatMap((code) =>
      wireUpsell(code, plans, entries),
    ),
    draft,
    has_gift: hasGift(cart, plans),
    gift: cart.giftDetails,
    gift_draft: cart.giftDraft,
    gift_days: { from: days.from.toString(), until: days.until.toString() },
  }
}
