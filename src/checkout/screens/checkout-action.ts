import type { ActionFunctionArgs } from 'react-router'
import { data, redirect, redirectDocument } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { shopContext } from '#app/shop-context.ts'
import type { ShopContext } from '#app/shop-context.ts'
import { addCartItem, keepDraft, removePromoCode, setPromoCode, viewCart } from '#cart/calls.ts'
import { codeToRemove, promoCodeMessage } from '#cart/screens/cart-actions.ts'
import { upsellToAdd } from '#cart/screens/upsells.tsx'
import { subscribe } from '#newsletter/calls.ts'
import { viewCardEntry } from '#payment/calls.ts'
import type { ReplyOf } from '#shared/call.ts'
import { errorCatalogue, isShopError } from '#shared/errors.ts'
import type { ShopError } from '#shared/errors.ts'
import type { purchase } from '../calls.ts'
import {
  cardChoice,
  creditField,
  creditOffer,
  newCard,
  draftOf,
  lettersField,
  typedInForm,
} from './checkout-form.ts'
import type { TypedCheckout } from './checkout-form.ts'
import { cardReturnPath } from './checkout-view.ts'
import { checkoutFailure, endsAttempt, placeFailure, placeOrder } from './place-order.ts'
import type { CheckoutFailure, OrderToPlace } from './place-order.ts'

/** What the page is told after a form was sent and the buyer stays. */
export interface CheckoutAnswer {
  readonly failure: CheckoutFailure | null
  /** What was typed, for a page that is drawn anew: the cart keeps no place that does not exist. */
  readonly typed: TypedCheckout | null
  /** A promo code as typed, with why it was refused. */
  readonly promoCode: { readonly promoCode: string; readonly message: string } | null
}

const nothingWrong: CheckoutAnswer = { failure: null, typed: null, promoCode: null }

/** One sent form: who sent it and what stands in it. */
interface Sent {
  readonly shop: ShopContext
  readonly form: FormData
  readonly order: OrderToPlace
  /** Sent by the page's own script, which stays on the page. */
  readonly scripted: boolean
}

const unreal = (thrown: unknown): ShopError | null =>
  isShopError(thrown) && thrown.code === 'BILLING_VALIDATION_ERROR' ? thrown : null

/**
 * Keeps what was typed, without the parts of a place that does not exist; answers why those were refused. An empty cart
 * keeps nothing: there is none, or it was bought a moment ago and the same form comes again.
 */
const keep = async (
  { shop, order }: Pick<Sent, 'shop' | 'order'>,
  requestId = order.requestId,
): Promise<ShopError | null> => {
  const { lines } = await shop.call(viewCart, {})
  if (lines.length === 0) return null
  const draft = draftOf(order.typed, requestId)
  try {
    await shop.call(keepDraft, { draft })
    return null
  } catch (thrown) {
    const refused = unreal(thrown)
    if (refused === null) throw thrown
    const wrong = new Set(Object.keys(refused.fields ?? {}))
    const rest = Object.entries(draft).filter(([field]) => !wrong.has(field))
    await shop.call(keepDraft, { draft: Object.fromEntries(rest) })
    return refused
  }
}

const typedBy = ({ actor }: ShopContext, form: FormData): TypedCheckout => {
  const typed = typedInForm(form)
  return actor.kind === 'member' ? { ...typed, email: actor.email } : typed
}

const cardIn = (form: FormData): OrderToPlace['card'] => {
  const chosen = formText(form, cardChoice)
  if (chosen !== '' && chosen !== newCard) return { payment_method_id: chosen }
  const token = formText(form, 'card_token')
  return token === '' ? null : { token }
}

/** A tick that stands otherwise than when the sums were shown. */
const creditChanged = (form: FormData): boolean =>
  form.has(creditOffer) && (formText(form, creditOffer) === 'yes') !== form.has(creditField)

const readSent = (shop: ShopContext, form: FormData): Sent => ({
  shop,
  form,
  order: {
    typed: typedBy(shop, form),
    requestId: formText(form, 'request_id') || shop.requestId,
    total: formText(form, 'total'),
    credit: formText(form, 'credit') || '0.00',
    creditChanged: creditChanged(form),
    check: { captcha: formText(form, 'captcha'), website: formText(form, 'website') },
    card: cardIn(form),
  },
  scripted: form.has('scripted'),
})

const stay = ({ scripted }: Sent) => (scripted ? data(nothingWrong) : redirect('/checkout', 303))

const refuse = ({ scripted, order }: Sent, failure: CheckoutFailure) =>
  data<CheckoutAnswer>(
    { failure, typed: scripted ? null : order.typed, promoCode: null },
    { status: failure.status },
  )

/** What is offered beside the cart goes into it, and the page shows the new sums (spec §4). */
const addUpsell = async (sent: Sent, code: string) => {
  try {
    await sent.shop.call(addCartItem, { code })
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    return refuse(sent, placeFailure(thrown))
  }
  return stay(sent)
}

const applyCode = async (sent: Sent) => {
  const code = formText(sent.form, 'promo_code')
  try {
    await sent.shop.call(setPromoCode, { code })
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    const promoCode = { promoCode: code, message: promoCodeMessage(thrown) }
    return data<CheckoutAnswer>({ failure: null, typed: null, promoCode }, { status: thrown.status })
  }
  return stay(sent)
}

/** Where a buyer goes whose purchase was taken: to the bank's question, or to the page that knows what became of it. */
const leadOn = ({ status, challenge_url: challengeUrl, checkout_id: id }: ReplyOf<typeof purchase>) =>
  redirectDocument(
    status === 'challenge' && challengeUrl !== null ? challengeUrl : `/thank-you?checkout=${id}`,
    303,
  )

/** Without scripts the card is typed on the processor's own page; with them its field had no token to give. */
const askForCard = async (sent: Sent) => {
  const { card_page_url: cardPageUrl } = await sent.shop.call(viewCardEntry, { return_path: cardReturnPath })
  if (cardPageUrl !== null && !sent.scripted) return redirect(cardPageUrl, 303)
  const { status, detail } = errorCatalogue.VALIDATION_ERROR
  return refuse(sent, {
    code: 'VALIDATION_ERROR',
    message: detail,
    status,
    fields: { card: 'Kindly enter a card.' },
  })
}

const pay = async (sent: Sent) => {
  const placed = await placeOrder(sent.shop.call, sent.order)
  switch (placed.kind) {
    case 'placed':
      return leadOn(placed.purchase)
    case 'card-missing':
      return askForCard(sent)
    case 'refused':
      if (endsAttempt(placed.failure)) await keep(sent, sent.shop.requestId)
      return refuse(sent, placed.failure)
    default:
      return placed satisfies never
  }
}

const act = (sent: Sent, unkept: ShopError | null) => {
  const intent = formText(sent.form, 'intent')
  const code = codeToRemove(intent)
  if (code !== null) return sent.shop.call(removePromoCode, { code }).then(() => stay(sent))
  const added = upsellToAdd(intent)
  if (added !== null) return addUpsell(sent, added)
  switch (intent) {
    case 'pay':
      return pay(sent)
    case 'apply-code':
      return applyCode(sent)
    default:
      return unkept === null ? stay(sent) : refuse(sent, placeFailure(unkept))
  }
}

/** Enters the address for letters when that was ticked. A wrong address is for the order to complain about. */
const agreeToLetters = async ({ shop, form, order }: Sent): Promise<void> => {
  if (!form.has(lettersField)) return
  try {
    await shop.call(subscribe, { email: order.typed.email, page: '/checkout' })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
  }
}

/** Keeps what was typed, then does what the pressed button says. Every answer leaves the typed text in its fields. */
export const checkoutAction = async ({ request, context }: ActionFunctionArgs) => {
  const shop = context.get(shopContext)
  const sent = readSent(shop, await request.formData())
  let unkept: ShopError | null
  try {
    unkept = await keep(sent)
    await agreeToLetters(sent)
  } catch (thrown) {
    return refuse(sent, checkoutFailure(thrown, sent.order.typed))
  }
  return act(sent, unkept)
}
