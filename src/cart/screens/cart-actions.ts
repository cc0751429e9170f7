import { z } from 'zod'
import { formText } from '#account/screens/form-text.ts'
import type { ShopContext } from '#app/shop-context.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import * as calls from '../calls.ts'
import type { CartReply } from '../calls.ts'
import type { GiftDetails } from '../rules/gift-details.ts'
import { refusalWords } from './refusal-words.ts'

type Call = ShopContext['call']

/** Why a change of the cart was refused, with what was typed. */
export interface CartFailure {
  readonly message: string
  readonly status: number
  /** The line it happened on; null when it was none. */
  readonly planCode: string | null
  /** The quantity as typed; null when none was. */
  readonly quantity: string | null
  /** The promo code as typed; null when it was not about one. */
  readonly promoCode: string | null
  /** What was typed of a gift, with a message by field; null when it was not about one. */
  readonly gift: GiftTyped | null
}

/** What was typed about a gift, right or wrong. */
export interface GiftTyped {
  readonly typed: GiftDetails
  readonly fields: Readonly<Record<string, string>>
}

const quantityFrom = (form: FormData): number => {
  const typed = formText(form, 'quantity').trim()
  const quantity = typed === '' ? Number.NaN : Number(typed)
  if (!Number.isFinite(quantity)) throw new ShopError('QUANTITY_NOT_ALLOWED')
  return quantity
}

/** What a link brings: a product that is not in the cart yet, a code, or both (spec §2, §4). Repeating it adds nothing. */
export const followLink = async (
  call: Call,
  link: { readonly plan: string; readonly promoCode: string },
): Promise<void> => {
  if (link.promoCode !== '') await call(calls.setPromoCode, { code: link.promoCode, from_link: true })
  if (link.plan !== '') await call(calls.addCartItem, { code: link.plan, only_if_absent: true })
}

/** The code that a pressed "Remove" names; null for any other button. */
export const codeToRemove = (intent: string): string | null =>
  intent.startsWith('remove-code ') ? intent.slice('remove-code '.length) : null

const giftFrom = (form: FormData): GiftDetails => ({
  recipient_name: formText(form, 'recipient_name'),
  recipient_email: formText(form, 'recipient_email'),
  message: formText(form, 'message').replaceAll('\r\n', '\n'),
  starts_on: formText(form, 'starts_on'),
})

/** Does what the pressed button says. */
export const changeCart = async (call: Call, form: FormData): Promise<CartReply | void> => {
  const code = formText(form, 'plan')
  const intent = formText(form, 'intent')
  const removed = codeToRemove(intent)
  if (removed !== null) return call(calls.removePromoCode, { code: removed })
  switch (intent) {
    case 'add':
    case 'increment':
      return call(calls.addCartItem, { code })
    case 'set':
      return call(calls.setCartItem, { code, quantity: quantityFrom(form) })
    case 'decrement':
      return call(calls.removeCartItem, { code })
    case 'remove':
      return call(calls.removeCartItem, { code, force: true })
    case 'clear':
      return call(calls.clearCart, {})
    case 'apply-code':
      return call(calls.setPromoCode, { code: formText(form, 'promo_code') })
    case 'gift':
      return call(calls.setGift, giftFrom(form))
    case 'follow-link':
      return followLink(call, { plan: code, promoCode: formText(form, 'promo_code') })
    default:
      throw new ShopError('VALIDATION_ERROR')
  }
}

const Refused = z.object({ refusals: z.array(z.object({ reason: z.string() })).min(1) })

const reasonOf = (data: unknown): string => Refused.safeParse(data).data?.refusals[0]?.reason ?? ''

/** The sentence for a code that was refused: why, or what spec §5 says of an empty field. */
export const promoCodeMessage = (error: ShopError): string =>
  error.code === 'INVALID_COUPON'
    ? refusalWords(reasonOf(error.data))
    : (error.fields?.['code'] ?? error.detail)

const typedIn = (form: FormData, name: string): string | null =>
  form.has(name) ? formText(form, name) : null

/** Turns an error of the catalogue into what the page shows; anything else is thrown on. */
export const cartFailure = (thrown: unknown, form: FormData): CartFailure => {
  if (!isShopError(thrown)) throw thrown
  const aboutCode = formText(form, 'intent') === 'apply-code'
  const aboutGift = formText(form, 'intent') === 'gift'
  return {
    message: aboutCode ? promoCodeMessage(thrown) : thrown.detail,
    status: thrown.status,
    planCode: aboutCode ? null : typedIn(form, 'plan'),
    quantity: typedIn(form, 'quantity'),
    promoCode: aboutCode ? formText(form, 'promo_code') : null,
    gift: aboutGift ? { typed: giftFrom(form), fields: thrown.fields ?? {} } : null,
  }
}
