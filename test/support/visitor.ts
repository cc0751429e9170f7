import {
  addCartItem,
  clearCart,
  removeCartItem,
  setCartItem,
  setPromoCode,
  viewCart,
} from '#cart/endpoints.ts'
import type { CartReply } from '#cart/endpoints.ts'
import { setGift } from '#cart/gift-endpoints.ts'
import type { GiftDetails } from '#cart/rules/gift-details.ts'
import { giftCode } from './gift-code.ts'
import {
  previewPurchase,
  purchase,
  viewPurchase,
  type PurchaseReply,
  type Totals,
} from '#checkout/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { newApiClient, type ApiClient } from './api-client.ts'
import { places, type Place } from './places.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { brand } from '#shared/brand.ts'

type Purchase = PayloadInput<typeof purchase>

/** How somebody checks out; what is left out is what most people do. */
export interface Checkout {
  readonly email?: string
  /** A test card of the processor. */
  readonly card?: TestCardName
  readonly place?: Place
  readonly shipping?: string
  /** Fields of the payload in place of the honest ones. */
  readonly but?: Partial<Purchase>
}

/** What people see of a shop: its address, the processor's pages, and its time. */
export type ShopFront = Pick<ShopUnderTest, 'url' | 'pages' | 'advanceSeconds'>

let visitorCount = 0

const previewFor = (client: ApiClient, place: Place, shipping?: string): Promise<Totals> => {
  const { country, region, zip } = places[place]
  const method = shipping === undefined ? {} : { shipping: { method_code: shipping } }
  return client.call(previewPurchase, { country, region, zip, ...method })
}

/** The filled form of somebody who believes what the preview said. */
const fill = async (
  shop: ShopFront,
  client: ApiClient,
  email: string,
  checkout: Checkout,
): Promise<Purchase> => {
  const { card = 'approve', place = 'oregon', shipping } = checkout
  const totals = await previewFor(client, place, shipping)
  return {
    request_id: `request-${email}-${(visitorCount += 1)}`,
    email: checkout.email ?? email,
    address: places[place],
    shipping: { method_code: totals.shipping.method_code, amount: totals.shipping.amount },
    total: totals.total,
    credit: totals.credit,
    card: { token: await shop.pages.tokenFor(card) },
    ...checkout.but,
  }
}

/** Somebody without an account, with a browser of their own. */
export const newVisitor = (
  shop: ShopFront,
  country = 'US',
  region = 'OR',
  headers: Readonly<Record<string, string>> = {},
) => {
  visitorCount += 1
  const email = `buyer-${visitorCount}@example.com`
  const client = newApiClient(shop.url, { 'x-country': country, 'x-region': region, ...headers })
  // The sums of the specification are dollars, wherever somebody is.
  if (country !== 'US') client.jar.set(brand.keys.currencyCookie, 'USD')
  const enterGiftDetails = async (but: Partial<GiftDetails> = {}): Promise<CartReply> => {
    const { gift_days: days } = await client.call(viewCart, {})
    return client.call(setGift, {
      recipient_name: 'Noor Haddad',
      recipient_email: 'noor@example.com',
      message: 'For the road.',
      starts_on: days.from,
      ...but,
    })
  }
  /** A gift is for somebody, as most are, at once. */
  const add = async (code: string, quantity = 1): Promise<CartReply> => {
    const cart = await client.call(addCartItem, { code, quantity })
    return code === giftCode ? enterGiftDetails() : cart
  }
  const purchaseState = (checkoutId: string) => client.call(viewPurchase, { id: checkoutId })
  return {
    email,
    client,
    add,
    /** Says whom the gift is for, with whatever is different from most. */
    enterGiftDetails: enterGiftDetails,
    cart: (): Promise<CartReply> => client.call(viewCart, {}),
    remove: (code: string, force = false): Promise<CartReply> => client.call(removeCartItem, { code, force }),
    setQuantity: (code: string, quantity: number): Promise<CartReply> =>
      client.call(setCartItem, { code, quantity }),
    clear: (): Promise<CartReply> => client.call(clearCart, {}),
    enterCode: (code: string): Promise<CartReply> => client.call(setPromoCode, { code }),
    openLinkWithCode: (code: string): Promise<CartReply> =>
      client.call(setPromoCode, { code, from_link: true }),
    preview: (place: Place = 'oregon', shipping?: string): Promise<Totals> =>
      previewFor(client, place, shipping),
    /** Fills the checkout form without sending it. */
    fill: (checkout: Checkout = {}): Promise<Purchase> => fill(shop, client, email, checkout),
    send: (filled: Purchase): Promise<PurchaseReply> => client.call(purchase, filled),
    /** Looks at the sums, enters a card on the processor's page and places the order. */
    checkout: async (checkout: Checkout = {}): Promise<PurchaseReply> =>
      client.call(purchase, await fill(shop, client, email, checkout)),
    /** The thank-you page's facts. */
    purchaseState: purchaseState,
    /** Looks again, as the thank-you page does, until the payment is decided. */
    untilDecided: async (checkoutId: string) => {
      for (;;) {
        const now = await purchaseState(checkoutId)
        if (now.status === 'ordered' || now.status === 'declined') return now
        // A pending result is requested again some seconds later.
        await shop.advanceSeconds()
      }
    },
  }
}

export type Visitor = ReturnType<typeof newVisitor>
