import type { ActionFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { saveDraft, removePromoCode, setPromoCode, viewCart } from '#cart/endpoints.ts'
import { addUpsell, codeToRemove, promoCodeMessage } from '#cart/screens/cart-actions.ts'
import { upsellToAdd } from '#cart/screens/upsells.tsx'
import { subscribe } from '#newsletter/endpoints.ts'
import { viewCardEntry } from '#payment/endpoints.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { errorCatalogue, isShopError } from '#shared/errors.ts'
import type { ShopError } from '#shared/errors.ts'
import type { purchase } from '../endpoints.ts'
import {
  cardChoice,
  creditField,
  creditShownField,
  newCard,
  newsletterField,
  refusedField,
} from './checkout-fields.ts'
import { draftOf, valuesInForm } from './checkout-form.ts'
import type { CheckoutFormValues } from './checkout-form.ts'
import { cardReturnPath } from './checkout-view.ts'
import { checkoutFailure, endsAttempt, placeFailure, placeOrder, stillRefused } from './place-order.ts'
import type { CheckoutFailure, OrderToPlace } from './place-order.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'

/** The result of a submitted form, for a buyer who stays on the page. */
export interface CheckoutAnswer {
  readonly failure: CheckoutFailure | null
  /** The entered values: the cart does not store a place that does not exist. */
  readonly entered: CheckoutFormValues | null
  /** What is wrong with the place, by field, where only the totals were asked for. */
  readonly place: Readonly<Record<string, string>>
  /** A promo code as typed, with why it was refused. */
  readonly promoCode: { readonly promoCode: string; readonly message: string } | null
}

const nothingWrong: CheckoutAnswer = { failure: null, entered: null, place: {}, promoCode: null }

/** A submitted form: the sender and the values. */
interface SubmittedForm {
  readonly shop: ShopContext
  readonly form: FormData
  readonly order: OrderToPlace
  /** Sent by the page's own script, which stays on the page. */
  readonly scripted: boolean
}

const invalidPlaceError = (thrown: unknown): ShopError | null =>
  isShopError(thrown) && thrown.code === 'BILLING_VALIDATION_ERROR' ? thrown : null

/**
 * Saves the entered values, without the parts of a place that does not exist; returns why those were refused. Nothing
 * is saved for an empty cart: there is none, or it was bought a moment ago and the form was sent twice.
 */
const saveFormValues = async (
  { shop, order }: Pick<SubmittedForm, 'shop' | 'order'>,
  requestId = order.requestId,
): Promise<ShopError | null> => {
  const { lines } = await shop.call(viewCart, {})
  if (lines.length === 0) return null
  const draft = draftOf(order.entered, requestId)
  try {
    await shop.call(saveDraft, { draft })
    return null
  } catch (thrown) {
    const refused = invalidPlaceError(thrown)
    if (refused === null) throw thrown
    const wrong = new Set(Object.keys(refused.fields ?? {}))
    const rest = Object.entries(draft).filter(([field]) => !wrong.has(field))
    await shop.call(saveDraft, { draft: Object.fromEntries(rest) })
    return refused
  }
}

const enteredBy = ({ actor }: ShopContext, form: FormData): CheckoutFormValues => {
  const entered = valuesInForm(form)
  return actor.kind === 'member' ? { ...entered, email: actor.email } : entered
}

const cardIn = (form: FormData): OrderToPlace['card'] => {
  const chosen = formText(form, cardChoice)
  if (chosen !== '' && chosen !== newCard) return { payment_method_id: chosen }
  const token = formText(form, 'card_token')
  return token === '' ? null : { token }
}

/** A checkbox that differs from the one with which the totals were shown. */
const creditChanged = (form: FormData): boolean =>
  form.has(creditShownField) && (formText(form, creditShownField) === 'yes') !== form.has(creditField)

const readSubmittedForm = (shop: ShopContext, form: FormData): SubmittedForm => ({
  shop,
  form,
  order: {
    entered: enteredBy(shop, form),
    requestId: formText(form, 'request_id') || shop.requestId,
    total: formText(form, 'total'),
    credit: formText(form, 'credit') || '0.00',
    creditChanged: creditChanged(form),
    check: { captcha: formText(form, 'captcha'), website: formText(form, 'website') },
    card: cardIn(form),
  },
  scripted: form.has('scripted'),
})

/** A script gets the page as it is now, with what is still wrong since the last payment was refused. */
const stay = ({ scripted, form, order, shop }: SubmittedForm, place: CheckoutAnswer['place'] = {}) =>
  scripted
    ? data<CheckoutAnswer>({
        ...nothingWrong,
        failure: stillRefused(formText(form, refusedField), order.entered, shop.locale),
        entered: order.entered,
        place,
      })
    : redirect('/checkout', 303)

const refuse = ({ order }: SubmittedForm, failure: CheckoutFailure) =>
  data<CheckoutAnswer>({ ...nothingWrong, failure, entered: order.entered }, { status: failure.status })

/** Adds an upsell to the cart, once, and the page shows the new totals (spec §4). */
const addOffered = async (submitted: SubmittedForm, code: string) => {
  try {
    await addUpsell(submitted.shop.call, code, submitted.shop.locale)
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    return refuse(submitted, placeFailure(thrown))
  }
  return stay(submitted)
}

const applyCode = async (submitted: SubmittedForm) => {
  const code = formText(submitted.form, 'promo_code')
  try {
    await submitted.shop.call(setPromoCode, { code })
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    const promoCode = { promoCode: code, message: promoCodeMessage(thrown, submitted.shop.locale) }
    const { entered } = submitted.order
    return data<CheckoutAnswer>({ ...nothingWrong, entered, promoCode }, { status: thrown.status })
  }
  return stay(submitted)
}

/** Where a buyer goes after an accepted purchase: to the bank's challenge, or to the page with the result. */
const redirectAfterPurchase = ({
  status,
  challenge_url: challengeUrl,
  checkout_id: id,
}: ReplyOf<typeof purchase>) =>
  redirect(status === 'challenge' && challengeUrl !== null ? challengeUrl : `/thank-you?checkout=${id}`, 303)

/** Without scripts the card is typed on the processor's own page; with them its field had no token to give. */
const requireCard = async (submitted: SubmittedForm) => {
  const { card_page_url: cardPageUrl } = await submitted.shop.call(viewCardEntry, {
    return_path: cardReturnPath,
  })
  if (cardPageUrl !== null && !submitted.scripted) return redirect(cardPageUrl, 303)
  const { status, detail } = errorCatalogue.VALIDATION_ERROR
  return refuse(submitted, {
    code: 'VALIDATION_ERROR',
    message: refusalText(detail, submitted.shop.locale),
    status,
    fields: { card: checkoutMessages.in(submitted.shop.locale)('enterCard') },
  })
}

const pay = async (submitted: SubmittedForm) => {
  const placed = await placeOrder(submitted.shop, submitted.order)
  switch (placed.kind) {
    case 'placed':
      return redirectAfterPurchase(placed.purchase)
    case 'card-missing':
      return requireCard(submitted)
    case 'refused':
      if (endsAttempt(placed.failure)) await saveFormValues(submitted, submitted.shop.requestId)
      return refuse(submitted, placed.failure)
    default:
      return placed satisfies never
  }
}

const applyIntent = (submitted: SubmittedForm, draftError: ShopError | null) => {
  const intent = formText(submitted.form, 'intent')
  const code = codeToRemove(intent)
  if (code !== null) return submitted.shop.call(removePromoCode, { code }).then(() => stay(submitted))
  const added = upsellToAdd(intent)
  if (added !== null) return addOffered(submitted, added)
  switch (intent) {
    case 'pay':
      return pay(submitted)
    case 'apply-code':
      return applyCode(submitted)
    default:
      if (draftError === null) return stay(submitted)
      return submitted.scripted
        ? stay(submitted, draftError.fields)
        : refuse(submitted, placeFailure(draftError))
  }
}

/** Signs the e-mail up for the newsletter if the box was checked. An invalid address is reported by the order. */
const subscribeToNewsletter = async ({ shop, form, order }: SubmittedForm): Promise<void> => {
  if (!form.has(newsletterField)) return
  try {
    await shop.call(subscribe, { email: order.entered.email, page: '/checkout' })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
  }
}

/**
 * Saves the entered values, then runs the action of the pressed button. Every response keeps the entered values in
 * their fields.
 */
export const checkoutAction = async ({ request, context }: ActionFunctionArgs) => {
  const shop = context.get(shopContext)
  const submitted = readSubmittedForm(shop, await postedForm(request))
  let draftError: ShopError | null
  try {
    draftError = await saveFormValues(submitted)
    await subscribeToNewsletter(submitted)
  } catch (thrown) {
    return refuse(submitted, checkoutFailure(thrown, submitted.order.entered, shop.locale))
  }
  return applyIntent(submitted, draftError)
}
