import { z } from 'zod'
import { formText } from '#account/screens/form-text.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { cutText } from '#shared/plain-text.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import { saveGiftDraft, setGift } from '../gift-endpoints.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import type { GiftDraft } from '../rules/gift-details.ts'
import { giftFormValues, isSameGift, maxGiftMessageLength } from '../rules/gift-plan.ts'
import { continueIntent, linkIntent, quantityName } from './cart-intent.ts'
import type { CartIntent } from './cart-intent.ts'
import { promoCodeRefusalMessage } from './promo-code-fields.tsx'
import type { Locale } from '#shared/locale.ts'

type Call = ShopContext['call']

/** Why a change of the cart was refused, with the entered values. */
export interface CartFailure {
  /** Of what was refused first. */
  readonly message: string
  readonly status: number
  /** The plan of the line it happened on; null when it was none. */
  readonly planCode: string | null
  /** Whether a field of its own says the message. */
  readonly isSaidByField: boolean
  /** Every line that was refused, with its own message. */
  readonly lines: readonly RefusedLine[]
  /** The promo code as typed, with its message; null when none was refused. */
  readonly code: RefusedCode | null
  /** Whether it was submitted without scripts, so that the page loads again. */
  readonly isPlain: boolean
  /** The entered values of a gift, with a message by field; null if the form was not about one. */
  readonly gift: EnteredGift | null
}

/** A promo code that was refused. */
interface RefusedCode {
  readonly promoCode: string
  readonly message: string
}

/** A change of one line that was refused. */
export interface RefusedLine {
  readonly planCode: string
  readonly message: string
  /** The quantity as typed; null when none was. */
  readonly quantity: string | null
}

/** The entered gift details, valid or not. */
export interface EnteredGift {
  readonly entered: GiftDraft
  readonly fields: Readonly<Record<string, string>>
}

const quantityFrom = (form: FormData, planCode: string): number => {
  const entered = formText(form, quantityName(planCode)).trim()
  const quantity = entered === '' ? Number.NaN : Number(entered)
  if (!Number.isFinite(quantity)) throw new ShopError('QUANTITY_NOT_ALLOWED')
  return quantity
}

/**
 * What a link adds: a product that is not in the cart yet, a code, or both (spec §2, §4). Repeating it adds nothing.
 */
export const followLink = async (
  call: Call,
  link: { readonly plan: string; readonly promoCode: string },
): Promise<void> => {
  if (link.promoCode !== '') await call(endpoints.setPromoCode, { code: link.promoCode, from_link: true })
  if (link.plan !== '') await call(endpoints.addCartItem, { code: link.plan, only_if_absent: true })
}

/** The code that a pressed "Remove" names; null for any other button. */
export const codeToRemove = (intent: string): string | null =>
  intent.startsWith('remove-code ') ? intent.slice('remove-code '.length) : null

const giftFrom = (form: FormData): GiftDraft => ({
  recipient_name: formText(form, 'recipient_name'),
  recipient_email: formText(form, 'recipient_email'),
  message: formText(form, 'message').replaceAll('\r\n', '\n'),
  starts_on: formText(form, 'starts_on'),
})

/** Cuts the entered text to the lengths of the fields. */
const cutGift = (entered: GiftDraft): GiftDraft => ({
  recipient_name: cutText(entered.recipient_name, 80),
  recipient_email: cutText(entered.recipient_email, 254),
  message: cutText(entered.message, maxGiftMessageLength),
  starts_on: cutText(entered.starts_on, 20),
})

/** Saves the gift's entered text, whichever button was pressed; writes nothing when it is saved already. */
const saveEnteredGift = async (call: Call, form: FormData): Promise<void> => {
  if (!form.has('recipient_name')) return
  const { gift, gift_draft: draft, gift_days: days } = await call(endpoints.viewCart, {})
  const entered = cutGift(giftFrom(form))
  if (!isSameGift(entered, giftFormValues(gift, draft, days.from))) await call(saveGiftDraft, entered)
}

/** Adds an upsell that is still offered with the cart (spec §4). ACTION_NOT_ALLOWED, said in the page's language. */
export const addUpsell = async (call: Call, code: string, locale: Locale): Promise<void> => {
  try {
    await call(endpoints.addCartItem, { code, only_if_offered: true })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.code !== 'ACTION_NOT_ALLOWED') throw thrown
    throw new ShopError(thrown.code, { detail: cartMessages.in(locale)('upsellGone') })
  }
}

const applyIntent = async (
  { call, form, locale }: PostedChange,
  { verb, about: code }: CartIntent,
): Promise<unknown> => {
  switch (verb) {
    case 'add':
    case 'increment':
      return call(endpoints.addCartItem, { code })
    case 'add-upsell':
      return addUpsell(call, code, locale)
    case 'set':
      return call(endpoints.setCartItem, { code, quantity: quantityFrom(form, code) })
    case 'decrement':
      return call(endpoints.removeCartItem, { code })
    case 'remove':
      return call(endpoints.removeCartItem, { code, force: true })
    case 'clear':
      return call(endpoints.clearCart, {})
    case 'remove-code':
      return call(endpoints.removePromoCode, { code })
    case 'apply-code':
      return call(endpoints.setPromoCode, { code: formText(form, 'promo_code') })
    case 'gift':
      return call(setGift, giftFrom(form))
    case continueIntent:
      // Everything that was typed is saved by the intents before it.
      return undefined
    case linkIntent:
      return followLink(call, { plan: code, promoCode: formText(form, 'linked_code') })
    default:
      throw new ShopError('VALIDATION_ERROR')
  }
}

/** What was posted, to which endpoints, and the language of the answer. */
export interface PostedChange extends Pick<ShopContext, 'call' | 'locale'> {
  readonly form: FormData
}

const Refused = z.object({ refusals: z.array(z.object({ reason: z.string() })).min(1) })

const reasonOf = (data: unknown): string => Refused.safeParse(data).data?.refusals[0]?.reason ?? ''

/** The message for a refused code: the reason, or what spec §5 says for an empty field. */
export const promoCodeMessage = (error: ShopError, locale: Locale): string =>
  error.code === 'INVALID_COUPON'
    ? promoCodeRefusalMessage(reasonOf(error.data), locale)
    : (error.fields?.['code'] ?? error.detail)

/** Turns an error of the catalogue into what the page shows; anything else is rethrown. */
const cartFailure = (
  thrown: unknown,
  { form, locale }: PostedChange,
  { verb, about }: CartIntent,
): CartFailure => {
  if (!isShopError(thrown)) throw thrown
  const aboutCode = verb === 'apply-code'
  const message = aboutCode ? promoCodeMessage(thrown, locale) : thrown.detail
  const quantity = verb === 'set' ? formText(form, quantityName(about)) : null
  return {
    message,
    status: thrown.status,
    planCode: about === '' ? null : about,
    lines: about === '' ? [] : [{ planCode: about, message, quantity }],
    isSaidByField: aboutCode || verb === 'gift',
    code: aboutCode ? { promoCode: formText(form, 'promo_code'), message } : null,
    isPlain: !form.has('scripted'),
    gift: verb === 'gift' ? { entered: giftFrom(form), fields: thrown.fields ?? {} } : null,
  }
}

const nothing: CartIntent = { verb: '', about: '' }

/** Carries out one intent; returns why it was refused, null when it was not. */
const tryIntent = async (change: PostedChange, intent: CartIntent): Promise<CartFailure | null> => {
  try {
    await applyIntent(change, intent)
    return null
  } catch (thrown) {
    return cartFailure(thrown, change, intent)
  }
}

/** The first refusal, with what every other one says at its own place. */
const joined = (failures: readonly CartFailure[]): CartFailure | null => {
  const [first] = failures
  if (!first) return null
  return {
    ...first,
    lines: failures.flatMap(({ lines }) => lines),
    code: failures.find(({ code }) => code !== null)?.code ?? null,
    gift: failures.find(({ gift }) => gift !== null)?.gift ?? null,
  }
}

/**
 * Carries out the intents in order; returns the first refusal with every refused line, null when there was none. A
 * refused quantity skips only the other intents for the same line.
 */
export const changeCart = async (
  change: PostedChange,
  intents: readonly CartIntent[],
): Promise<CartFailure | null> => {
  try {
    await saveEnteredGift(change.call, change.form)
  } catch (thrown) {
    return cartFailure(thrown, change, intents[0] ?? nothing)
  }
  const failures: CartFailure[] = []
  for (const intent of intents) {
    if (failures.some(({ planCode }) => planCode === intent.about)) continue
    const failure = await tryIntent(change, intent)
    if (failure) failures.push(failure)
  }
  return joined(failures)
}
