import { redirect } from 'react-router'
import { viewUser } from '#account/endpoints.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { viewCart } from '#cart/endpoints.ts'
import type { CartReply } from '#cart/endpoints.ts'
import { placeMessages } from '#location/rules/address-validation.ts'
import { listCards, viewCardEntry, viewWalletEntry } from '#payment/endpoints.ts'
import type { CardEntry, WalletEntry } from '#payment/endpoints.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isShopError } from '#shared/errors.ts'
import { previewPurchase, viewPurchase } from '../endpoints.ts'
import type { Totals } from '../endpoints.ts'
import { knownCountry, valuesInDraft } from './checkout-form.ts'
import type { CheckoutFormValues } from './checkout-form.ts'
import { cardCodes } from './place-order.ts'
import type { CheckoutFailure } from './place-order.ts'
import { knownPlace, shipTo, withoutKnownRegion } from './ship-to.ts'
import type { KnownPlace } from './ship-to.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import type { Locale } from '#shared/locale.ts'

type Call = ShopContext['call']

/** Where the processor's own card page comes back to. */
export const cardReturnPath = '/checkout/card'

export type SavedCard = ReplyOf<typeof listCards>['cards'][number]

/** Everything the checkout pages show. */
export interface CheckoutView {
  readonly entered: CheckoutFormValues
  readonly place: KnownPlace
  /** Of the purchase this form is for; sent twice, it buys once. */
  readonly requestId: string
  readonly cart: Omit<CartReply, 'draft'>
  /** Null if the cart cannot be bought, for the reason in `problem`. */
  readonly totals: Totals | null
  readonly problem: string | null
  /** What is wrong with a place that was saved earlier, by field. */
  readonly placeErrors: Readonly<Record<string, string>>
  readonly cardEntry: CardEntry
  /** The processor's wallets; null where none are offered. */
  readonly wallet: WalletEntry | null
  readonly check: ReplyOf<typeof viewCardEntry>['check']
  /** Null for a processor without a page of its own. */
  readonly cardPageUrl: string | null
  readonly memberEmail: string | null
  /** The member's saved cards, the default first; none that has expired. */
  readonly savedCards: readonly SavedCard[]
  /** Why the bank refused the purchase before this one. */
  readonly declined: CheckoutFailure | null
}

type Preview = Pick<CheckoutView, 'totals' | 'problem'>

/** The totals as they would be charged now; a method that the country does not have is replaced by its standard one. */
const previewOf = async (
  call: Call,
  { address, methodCode, usesCredit }: CheckoutFormValues,
): Promise<Preview> => {
  const { country, region, zip } = shipTo(address)
  try {
    const totals = await call(previewPurchase, {
      country,
      region: region.slice(0, 60),
      zip: zip.slice(0, 16),
      shipping: methodCode === '' ? undefined : { method_code: methodCode.slice(0, 60) },
      use_credit: usesCredit,
    })
    return { totals, problem: null }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'CART_EMPTY') throw redirect('/cart', 303)
    if (methodCode !== '' && thrown.fields?.['shipping.method_code'] !== undefined) {
      return previewOf(call, { email: '', address, methodCode: '', usesCredit })
    }
    // A place that does not exist gets an error at its fields; the totals are those of its country.
    if (thrown.code === 'BILLING_VALIDATION_ERROR' && region + zip !== '') {
      const onlyCountry = { ...address, region: '', zip: '' }
      return previewOf(call, { email: '', address: onlyCountry, methodCode, usesCredit })
    }
    return { totals: null, problem: thrown.detail }
  }
}

const placeErrorsOf = (address: CheckoutFormValues['address'], locale: Locale): Record<string, string> =>
  Object.fromEntries(
    Object.entries(placeMessages(address)).map(([part, message]) => [
      `address.${part}`,
      refusalText(message, locale),
    ]),
  )

/** A member's last address, for a form without entered values. */
const savedAddress = async (call: Call): Promise<CheckoutFormValues['address'] | null> => {
  const [saved] = (await call(viewUser, {})).account.details.shipping_addresses
  if (!saved) return null
  const { first_name: firstName, last_name: lastName, postal_code: zip, ...same } = saved
  return withoutKnownRegion({ ...same, firstName, lastName, zip })
}

const enteredFor = async (shop: ShopContext, draft: CartReply['draft']): Promise<CheckoutFormValues> => {
  const entered = valuesInDraft(draft)
  const isNew = Object.keys(draft).length === 0
  const saved = isNew && shop.actor.kind === 'member' ? await savedAddress(shop.call) : null
  const address = saved ?? entered.address
  return { ...entered, address: { ...address, country: knownCountry(address.country, shop.country) } }
}

const savedCards = async ({ call, actor }: ShopContext): Promise<readonly SavedCard[]> =>
  actor.kind === 'member'
    ? (await call(listCards, {})).cards.filter(({ status }) => status !== 'expired')
    : []

/** A gift without a recipient, or for a day in the past. */
const lacksGift = ({
  has_gift: hasGift,
  gift,
  gift_days: days,
}: Pick<CartReply, 'has_gift' | 'gift' | 'gift_days'>): boolean =>
  hasGift && (gift === null || gift.starts_on < days.from)

/** The refusal of a purchase that was declined after the checkout; null for every other one. */
const declinedPurchase = async (
  { call, locale }: ShopContext,
  id: string,
): Promise<CheckoutFailure | null> => {
  try {
    const { error } = await call(viewPurchase, { id })
    const code = cardCodes.find((one) => one === error?.code)
    if (!code || !error) return null
    const message = refusalText(error.detail, locale)
    return { code, message, status: 402, fields: { card: message } }
  } catch (thrown) {
    if (isShopError(thrown)) return null
    throw thrown
  }
}

/** Gathers what the checkout pages show. A cart that cannot be bought redirects to the cart page. */
export const checkoutView = async (shop: ShopContext, declinedId: string | null): Promise<CheckoutView> => {
  const { draft, ...cart } = await shop.call(viewCart, {})
  if (cart.lines.length === 0) throw redirect('/cart', 303)
  if (lacksGift(cart)) throw redirect('/cart#gift', 303)
  const entered = await enteredFor(shop, draft)
  const cardForm = await shop.call(viewCardEntry, { return_path: cardReturnPath })
  return {
    entered,
    place: knownPlace(entered.address, shop.locale),
    requestId: draft['request_id'] ?? shop.requestId,
    cart,
    ...(await previewOf(shop.call, entered)),
    placeErrors: placeErrorsOf(entered.address, shop.locale),
    cardEntry: cardForm.entry,
    wallet: (await shop.call(viewWalletEntry, {})).entry,
    check: cardForm.check,
    cardPageUrl: cardForm.card_page_url,
    memberEmail: shop.actor.kind === 'member' ? shop.actor.email : null,
    savedCards: await savedCards(shop),
    declined: declinedId === null ? null : await declinedPurchase(shop, declinedId),
  }
}

/** Whether anything will be charged, now or later: what costs nothing and renews as nothing needs no card. */
export const needsCard = (totals: Totals): boolean => totals.to_pay !== '0.00' || totals.terms.length > 0
