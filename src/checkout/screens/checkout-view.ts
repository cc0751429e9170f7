import { redirect } from 'react-router'
import { viewUser } from '#account/calls.ts'
import type { ShopContext } from '#app/shop-context.ts'
import { viewCart } from '#cart/calls.ts'
import type { CartReply } from '#cart/calls.ts'
import { giftCode } from '#cart/rules/gift-plan.ts'
import { placeMessages } from '#location/rules/real-address.ts'
import { listCards, viewCardEntry } from '#payment/calls.ts'
import type { CardEntry } from '#payment/calls.ts'
import type { ReplyOf } from '#shared/call.ts'
import { isShopError } from '#shared/errors.ts'
import { previewPurchase } from '../calls.ts'
import type { Sums } from '../calls.ts'
import { knownCountry, typedInDraft } from './checkout-form.ts'
import type { TypedCheckout } from './checkout-form.ts'
import { knownPlace, shipTo, withoutKnownRegion } from './ship-to.ts'
import type { KnownPlace } from './ship-to.ts'

type Call = ShopContext['call']

/** Where the processor's own card page comes back to. */
export const cardReturnPath = '/checkout/card'

export type KeptCard = ReplyOf<typeof listCards>['cards'][number]

/** Everything the checkout pages show. */
export interface CheckoutView {
  readonly typed: TypedCheckout
  readonly place: KnownPlace
  /** Of the purchase this form is for; sent twice, it buys once. */
  readonly requestId: string
  readonly cart: Omit<CartReply, 'draft'>
  /** Null where the cart cannot be bought as it stands, for the reason in `problem`. */
  readonly sums: Sums | null
  readonly problem: string | null
  /** What is wrong with a place that was kept before, by field. */
  readonly asked: Readonly<Record<string, string>>
  readonly cardEntry: CardEntry
  readonly check: ReplyOf<typeof viewCardEntry>['check']
  /** Null with a processor that has no page of its own. */
  readonly cardPageUrl: string | null
  readonly memberEmail: string | null
  /** Cards that the shop keeps for the member, the one to take first in front; none that has expired. */
  readonly keptCards: readonly KeptCard[]
}

type Preview = Pick<CheckoutView, 'sums' | 'problem'>

/** The sums as they would be charged now; a method that the country does not have gives way to its standard one. */
const previewOf = async (
  call: Call,
  { address, methodCode, usesCredit }: TypedCheckout,
): Promise<Preview> => {
  const { country, region, zip } = shipTo(address)
  try {
    const sums = await call(previewPurchase, {
      country,
      region: region.slice(0, 60),
      zip: zip.slice(0, 16),
      shipping: methodCode === '' ? undefined : { method_code: methodCode.slice(0, 60) },
      use_credit: usesCredit,
    })
    return { sums, problem: null }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'CART_EMPTY') throw redirect('/cart', 303)
    if (methodCode !== '' && thrown.fields?.['shipping.method_code'] !== undefined) {
      return previewOf(call, { email: '', address, methodCode: '', usesCredit })
    }
    // A place that does not exist is asked about at its fields; the sums are those of its country.
    if (thrown.code === 'BILLING_VALIDATION_ERROR' && region + zip !== '') {
      const onlyCountry = { ...address, region: '', zip: '' }
      return previewOf(call, { email: '', address: onlyCountry, methodCode, usesCredit })
    }
    return { sums: null, problem: thrown.detail }
  }
}

const askedOf = (address: TypedCheckout['address']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(placeMessages(address)).map(([part, message]) => [`address.${part}`, message]),
  )

/** A member's last address, for a form in which nothing was typed yet. */
const savedAddress = async (call: Call): Promise<TypedCheckout['address'] | null> => {
  const [saved] = (await call(viewUser, {})).account.details.shipping_addresses
  if (!saved) return null
  const { first_name: firstName, last_name: lastName, postal_code: zip, ...same } = saved
  return withoutKnownRegion({ ...same, firstName, lastName, zip })
}

const typedFor = async (shop: ShopContext, draft: CartReply['draft']): Promise<TypedCheckout> => {
  const typed = typedInDraft(draft)
  const isNew = Object.keys(draft).length === 0
  const saved = isNew && shop.actor.kind === 'member' ? await savedAddress(shop.call) : null
  const address = saved ?? typed.address
  return { ...typed, address: { ...address, country: knownCountry(address.country, shop.country) } }
}

const keptCards = async ({ call, actor }: ShopContext): Promise<readonly KeptCard[]> =>
  actor.kind === 'member'
    ? (await call(listCards, {})).cards.filter(({ standing }) => standing !== 'expired')
    : []

/** A gift that is for nobody yet, or for a day that has passed. */
const lacksGift = ({
  items,
  gift,
  gift_days: days,
}: Pick<CartReply, 'items' | 'gift' | 'gift_days'>): boolean =>
  items[giftCode] !== undefined && (gift === null || gift.starts_on < days.from)

/** Gathers what the checkout pages show. A cart that cannot be bought as it stands is led back to the cart. */
export const checkoutView = async (shop: ShopContext): Promise<CheckoutView> => {
  const { draft, ...cart } = await shop.call(viewCart, {})
  if (cart.lines.length === 0) throw redirect('/cart', 303)
  if (lacksGift(cart)) throw redirect('/cart#gift', 303)
  const typed = await typedFor(shop, draft)
  const entered = await shop.call(viewCardEntry, { return_path: cardReturnPath })
  return {
    typed,
    place: knownPlace(typed.address),
    requestId: draft['request_id'] ?? shop.requestId,
    cart,
    ...(await previewOf(shop.call, typed)),
    asked: askedOf(typed.address),
    cardEntry: entered.entry,
    check: entered.check,
    cardPageUrl: entered.card_page_url,
    memberEmail: shop.actor.kind === 'member' ? shop.actor.email : null,
    keptCards: await keptCards(shop),
  }
}

/** Whether anything will be charged, now or later: what costs nothing and renews as nothing needs no card. */
export const needsCard = (sums: Sums): boolean => sums.to_pay !== '0.00' || sums.terms.length > 0
