import type { ShopContext } from '#web/request/shop-context.ts'
import { addressMessages } from '#location/rules/address-validation.ts'
import { declineErrors } from '#payment/processor/rules/card-decline.ts'
import { Address, Email } from '#shared/address.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError, errorCatalogue, isShopError } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { firstMessages, issueMessages } from '#shared/field-messages.ts'
import { ownValue } from '#shared/own-value.ts'
import { purchase } from '../endpoints.ts'
import { nameField } from './checkout-fields.ts'
import { fieldsInOrder } from './checkout-form.ts'
import type { CheckoutFormValues } from './checkout-form.ts'
import { shipTo } from './ship-to.ts'
import type { Locale } from '#shared/locale.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'

/** Why the order was not placed, as shown on the page. */
export interface CheckoutFailure {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  /** Messages by field name, in the order of the page. */
  readonly fields: Readonly<Record<string, string>>
}

export interface OrderToPlace {
  readonly entered: CheckoutFormValues
  readonly requestId: string
  /** The total that the buyer was shown, as a numeric string. */
  readonly total: string
  /** The credit that was shown as paying of it. */
  readonly credit: string
  /** The credit checkbox differs from the one with which the total was shown. */
  readonly creditChanged: boolean
  /** What shows that a person sends it. */
  readonly check: { readonly captcha: string; readonly website: string }
  /** A new card by its token, or a saved one; null while there is none. */
  readonly card: { readonly token: string } | { readonly payment_method_id: string } | null
}

type PlacedOrder =
  | { readonly kind: 'placed'; readonly purchase: ReplyOf<typeof purchase> }
  /** Everything else is valid: only the card is missing. */
  | { readonly kind: 'card-missing' }
  | { readonly kind: 'refused'; readonly failure: CheckoutFailure }

/** All errors of the entered values, so that they can be corrected at once. */
const formMessages = (
  { email, address: entered }: CheckoutFormValues,
  locale: Locale,
): Record<string, string> => {
  const address = shipTo(entered)
  const messages = firstMessages([
    ...issueMessages(Email.safeParse(email).error, ['email']),
    ...issueMessages(Address.safeParse(address).error, ['address']),
    ...Object.entries(addressMessages(address)).map(
      ([part, message]) => [`address.${part}`, message] as const,
    ),
  ])
  return Object.fromEntries(
    Object.entries(messages).map(([field, message]) => [field, refusalText(message, locale)]),
  )
}

/** A declined card ends an attempt; the next one is another purchase. */
export const cardCodes: readonly ErrorCode[] = declineErrors

const fieldCodes: readonly ErrorCode[] = ['VALIDATION_ERROR', 'BILLING_VALIDATION_ERROR']

const inPageOrder = (messages: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    fieldsInOrder.flatMap((field) => {
      const message = ownValue(messages, field)
      return message === undefined ? [] : [[field, message]]
    }),
  )

/**
 * The page has one field for both parts of a name, and asks for a region only if the postal code does not identify it.
 */
const inPageFields = (
  messages: Readonly<Record<string, string>>,
  { region }: CheckoutFormValues['address'],
  locale: Locale,
): Record<string, string> => {
  const {
    'address.firstName': first,
    'address.lastName': last,
    'address.region': regionMessage,
    ...others
  } = messages
  const asksRegion = regionMessage !== undefined && (region !== '' || others['address.zip'] === undefined)
  return {
    ...others,
    ...((first ?? last) ? { [nameField]: checkoutMessages.in(locale)('enterFullName') } : {}),
    ...(asksRegion ? { 'address.region': regionMessage } : {}),
  }
}

/** The errors of a place that does not exist, before anything is bought. */
export const placeFailure = ({ code, detail, status, fields = {} }: ShopError): CheckoutFailure => ({
  code,
  message: detail,
  status,
  fields,
})

/** The errors of a catalogue error; anything else is rethrown. */
export const checkoutFailure = (
  thrown: unknown,
  entered: CheckoutFormValues,
  locale: Locale,
): CheckoutFailure => {
  if (!isShopError(thrown)) throw thrown
  const messages = fieldCodes.includes(thrown.code)
    ? { ...formMessages(entered, locale), ...thrown.fields }
    : {}
  const fields = inPageOrder(inPageFields(messages, entered.address, locale))
  // The message is shown at the card, which has to change; the summary links to it.
  if (cardCodes.includes(thrown.code))
    return {
      code: thrown.code,
      message: checkoutMessages.in(locale)('notOrderedYet'),
      status: thrown.status,
      fields: { card: thrown.detail },
    }
  // A problem with a gift is corrected in the cart, not on this page.
  const message = thrown.fields?.['gift'] ?? thrown.fields?.['gift.starts_on'] ?? thrown.detail
  return { code: thrown.code, message, status: thrown.status, fields }
}

/**
 * The errors of a refused payment that still hold while the form is corrected, by the code that the form carries; null when
 * nothing is, or when only another try can say.
 */
export const stillRefused = (
  refused: string,
  entered: CheckoutFormValues,
  locale: Locale,
): CheckoutFailure | null => {
  const code = [...cardCodes, ...fieldCodes].find((one) => one === refused)
  if (code === undefined) return null
  const { status, detail: inEnglish } = errorCatalogue[code]
  const detail = refusalText(inEnglish, locale)
  const isCard = cardCodes.includes(code)
  const fields = isCard
    ? { card: detail }
    : inPageOrder(inPageFields(formMessages(entered, locale), entered.address, locale))
  if (Object.keys(fields).length === 0) return null
  return { code, message: isCard ? checkoutMessages.in(locale)('notOrderedYet') : detail, status, fields }
}

const lacksOnlyCard = ({ code, fields = {} }: ShopError): boolean =>
  code === 'VALIDATION_ERROR' && 'card' in fields && Object.keys(fields).length === 1

/** Places the order. Without a card it checks whether everything else is valid. */
export const placeOrder = async (
  { call, locale }: Pick<ShopContext, 'call' | 'locale'>,
  order: OrderToPlace,
): Promise<PlacedOrder> => {
  const { entered, requestId, total, credit, card } = order
  try {
    if (order.creditChanged) throw new ShopError('TOTAL_CHANGED')
    const reply = await call(purchase, {
      request_id: requestId,
      email: entered.email,
      address: shipTo(entered.address),
      shipping: { method_code: entered.methodCode },
      total,
      credit,
      ...order.check,
      ...(card === null ? {} : { card }),
    })
    return { kind: 'placed', purchase: reply }
  } catch (thrown) {
    if (card === null && isShopError(thrown) && lacksOnlyCard(thrown)) return { kind: 'card-missing' }
    return { kind: 'refused', failure: checkoutFailure(thrown, entered, locale) }
  }
}

export const endsAttempt = ({ code }: CheckoutFailure): boolean => cardCodes.includes(code)
