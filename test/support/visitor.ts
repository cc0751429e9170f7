import { addCartItem, clearCart, removeCartItem, setCartItem, setPromoCode, viewCart } from '#cart/calls.ts'
import type { CartReply } from '#cart/calls.ts'
import { setGift } from '#cart/gift-calls.ts'
import type { GiftDetails } from '#cart/rules/gift-details.ts'
import { giftCode } from '#cart/rules/gift-plan.ts'
import { previewPurchase, purchase, viewPurchase, type PurchaseReply, type Sums } from '#checkout/calls.ts'
import type { PayloadInput } from '#shared/call.ts'
import { newCaller, type Caller } from './caller.ts'
import { places, type Place } from './places.ts'
import type { ShopGround } from './shop-ground.ts'

type Purchase = PayloadInput<typeof purchase>

/** How somebody checks out; what is left out is what most people do. */
export interface Checkout {
  readonly email?: string
  /** By name, of the processor's test cards. */
  readonly card?: string
  readonly place?: Place
  readonly shipping?: string
  /** Fields of the payload in place of the honest ones. */
  readonly but?: Partial<Purchase>
}

let people = 0

const previewFor = (caller: Caller, place: Place, shipping?: string): Promise<Sums> => {
  const { country, region, zip } = places[place]
  const method = shipping === undefined ? {} : { shipping: { method_code: shipping } }
  return caller.call(previewPurchase, { country, region, zip, ...method })
}

/** The filled form of somebody who believes what the preview said. */
const fill = async (
  ground: ShopGround,
  caller: Caller,
  email: string,
  checkout: Checkout,
): Promise<Purchase> => {
  const { card = 'approve', place = 'oregon', shipping } = checkout
  const sums = await previewFor(caller, place, shipping)
  return {
    request_id: `request-${email}-${(people += 1)}`,
    email: checkout.email ?? email,
    address: places[place],
    shipping: { method_code: sums.shipping.method_code, amount: sums.shipping.amount },
    total: sums.total,
    credit: sums.credit,
    card: { token: await ground.pages.tokenFor(card) },
    ...checkout.but,
  }
}

/** Somebody without an account, with a browser of their own. */
export const newVisitor = (
  ground: ShopGround,
  country = 'US',
  region = 'OR',
  headers: Readonly<Record<string, string>> = {},
) => {
  people += 1
  const email = `buyer-${people}@example.com`
  const caller = newCaller(ground.url, { 'x-country': country, 'x-region': region, ...headers })
  const sayFor = async (but: Partial<GiftDetails> = {}): Promise<CartReply> => {
    const { gift_days: days } = await caller.call(viewCart, {})
    return caller.call(setGift, {
      recipient_name: 'Noor Haddad',
      recipient_email: 'noor@example.com',
      message: 'For the road.',
      starts_on: days.from,
      ...but,
    })
  }
  /** A gift is for somebody, as most are, at once. */
  const add = async (code: string, quantity = 1): Promise<CartReply> => {
    const cart = await caller.call(addCartItem, { code, quantity })
    return code === giftCode ? sayFor() : cart
  }
  const became = (checkoutId: string) => caller.call(viewPurchase, { id: checkoutId })
  return {
    email,
    caller,
    add,
    /** Says whom the gift is for, with whatever is different from most. */
    sayFor,
    cart: (): Promise<CartReply> => caller.call(viewCart, {}),
    remove: (code: string, force = false): Promise<CartReply> => caller.call(removeCartItem, { code, force }),
    setQuantity: (code: string, quantity: number): Promise<CartReply> =>
      caller.call(setCartItem, { code, quantity }),
    clear: (): Promise<CartReply> => caller.call(clearCart, {}),
    enterCode: (code: string): Promise<CartReply> => caller.call(setPromoCode, { code }),
    openLinkWithCode: (code: string): Promise<CartReply> =>
      caller.call(setPromoCode, { code, from_link: true }),
    preview: (place: Place = 'oregon', shipping?: string): Promise<Sums> =>
      previewFor(caller, place, shipping),
    /** Fills the checkout form without sending it. */
    fill: (checkout: Checkout = {}): Promise<Purchase> => fill(ground, caller, email, checkout),
    send: (filled: Purchase): Promise<PurchaseReply> => caller.call(purchase, filled),
    /** Looks at the sums, enters a card on the processor's page and places the order. */
    checkout: async (checkout: Checkout = {}): Promise<PurchaseReply> =>
      caller.call(purchase, await fill(ground, caller, email, checkout)),
    /** The thank-you page's facts. */
    became,
    /** Looks again, as the thank-you page does, until the payment is decided. */
    decided: async (checkoutId: string) => {
      for (;;) {
        const now = await became(checkoutId)
        if (now.status === 'ordered' || now.status === 'declined') return now
        // What nobody knows yet is asked after some seconds later.
        await ground.passSeconds()
      }
    },
  }
}

export type Visitor = ReturnType<typeof newVisitor>
