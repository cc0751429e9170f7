import { formText } from '#account/screens/form-text.ts'
import { countries } from '#location/rules/countries.ts'
import type { Address } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'

/** What a buyer has typed at checkout, as text, right or wrong. Never a card. */
export interface CheckoutFormValues {
  readonly email: string
  readonly address: Readonly<Record<keyof Address, string>>
  readonly methodCode: string
  /** Whether a member's credit is to pay of it. */
  readonly usesCredit: boolean
}

/** Field names are the field paths of the purchase call, so that its messages find their field. */
export const addressField = (part: keyof Address): string => `address.${part}`

export const methodField = 'shipping.method_code'

/** The country whose regions the form offered: a region of another one is no choice. */
export const regionsShownField = 'regions_of'

/** The whole name in one field; the call takes it in two. */
export const nameField = 'full_name'

/** Ticked by who wants our letters; agreed to the moment the form is sent, whatever becomes of the order. */
export const newsletterField = 'letters'

/**
 * Ticked where credit is to pay; `creditOffer` says how the tick stood when the page was shown, so that a sum that nobody
 * saw is not charged.
 */
export const creditField = 'use_credit'
export const creditShownField = 'credit_offer'

/** The field in which a member chooses between kept cards and a new one, and its value for the latter. */
export const cardChoice = 'card_choice'
export const newCard = 'new'

const emptyAddress: CheckoutFormValues['address'] = {
  firstName: '',
  lastName: '',
  address: '',
  unit: '',
  city: '',
  region: '',
  zip: '',
  country: '',
  phone: '',
  company: '',
}

const isPart = (name: string): name is keyof Address => Object.hasOwn(emptyAddress, name)

const addressParts = Object.keys(emptyAddress).filter(isPart)

/** Fields in the order in which they stand on the page; messages are listed in it. */
export const fieldsInOrder: readonly string[] = [
  'email',
  nameField,
  ...(['address', 'city', 'zip', 'country', 'region', 'unit', 'company', 'phone'] as const).map(addressField),
  methodField,
  'card',
]

type AddressValues = CheckoutFormValues['address']

export const fullName = ({ firstName, lastName }: Pick<AddressValues, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** All words but the last, and the last; a name that was not changed stays in the two parts it came in. */
const withFullName = (name: string, before: AddressValues): AddressValues => {
  if (name.trim() === fullName(before)) return before
  const parts = name.trim().split(/\s+/)
  const lastName = parts.length > 1 ? (parts.pop() ?? '') : ''
  return { ...before, firstName: parts.join(' '), lastName }
}

const addressFrom = (textOf: (field: string) => string): CheckoutFormValues['address'] => ({
  ...emptyAddress,
  ...Object.fromEntries(addressParts.map((part) => [part, textOf(addressField(part))])),
})

const valuesWith = (textOf: (field: string) => string): CheckoutFormValues => ({
  email: textOf('email'),
  address: addressFrom(textOf),
  methodCode: textOf(methodField),
  usesCredit: textOf(creditField) !== 'no',
})

/** Reads the form that was sent; no longer than the cart keeps it. */
export const valuesInForm = (form: FormData): CheckoutFormValues => {
  const textOf = (field: string): string => formText(form, field).slice(0, 300)
  const entered = valuesWith(textOf)
  const named = form.has(nameField) ? withFullName(textOf(nameField), entered.address) : entered.address
  const isOfAnother = form.has(regionsShownField) && textOf(regionsShownField) !== named.country
  const address = isOfAnother ? { ...named, region: '' } : named
  // A tick that was taken out is not sent.
  const usesCredit = form.has(creditShownField) ? form.has(creditField) : entered.usesCredit
  return { ...entered, address, usesCredit }
}

/** Reads what the cart has kept. */
export const valuesInDraft = (draft: Readonly<Record<string, string>>): CheckoutFormValues =>
  valuesWith((field) => ownValue(draft, field) ?? '')

/** What the cart keeps of it, by field, with the id of the purchase it is meant for. */
export const draftOf = (entered: CheckoutFormValues, requestId: string): Record<string, string> => ({
  email: entered.email,
  ...Object.fromEntries(addressParts.map((part) => [addressField(part), entered.address[part]])),
  [methodField]: entered.methodCode,
  [creditField]: entered.usesCredit ? 'yes' : 'no',
  request_id: requestId,
})

/** The country typed, when it is one of the list; otherwise where the visitor seems to be, otherwise the home market. */
export const knownCountry = (entered: string, visitorCountry: string): string =>
  [entered, visitorCountry].find((code) => countries.some((country) => country.code === code)) ?? 'US'
