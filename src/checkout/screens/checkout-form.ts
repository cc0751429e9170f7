import { brand } from '#shared/brand.ts'
import { formText } from '#account/screens/form-text.ts'
import { isKnownCountry } from '#location/rules/countries.ts'
import type { Address } from '#shared/address.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  addressField,
  creditField,
  creditShownField,
  methodField,
  nameField,
  regionsShownField,
} from './checkout-fields.ts'

/** The values a buyer has entered at checkout, as text, valid or not. Never a card. */
export interface CheckoutFormValues {
  readonly email: string
  readonly address: Readonly<Record<keyof Address, string>>
  readonly methodCode: string
  /** Whether a member's credit is to pay of it. */
  readonly usesCredit: boolean
}

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

/** Fields in the order of the page; errors are listed in this order. */
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

/** All words except the last, and the last; an unchanged name keeps its two parts. */
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

/** Reads the submitted form; values are cut to the length that the cart stores. */
export const valuesInForm = (form: FormData): CheckoutFormValues => {
  const textOf = (field: string): string => formText(form, field).slice(0, 300)
  const entered = valuesWith(textOf)
  const named = form.has(nameField) ? withFullName(textOf(nameField), entered.address) : entered.address
  const isOfAnother = form.has(regionsShownField) && textOf(regionsShownField) !== named.country
  const address = isOfAnother ? { ...named, region: '' } : named
  // An unchecked checkbox is not sent.
  const usesCredit = form.has(creditShownField) ? form.has(creditField) : entered.usesCredit
  return { ...entered, address, usesCredit }
}

/** Reads what the cart has stored. */
export const valuesInDraft = (draft: Readonly<Record<string, string>>): CheckoutFormValues =>
  valuesWith((field) => ownValue(draft, field) ?? '')

/** What the cart stores of it, by field, with the id of the purchase that it is for. */
export const draftOf = (entered: CheckoutFormValues, requestId: string): Record<string, string> => ({
  email: entered.email,
  ...Object.fromEntries(addressParts.map((part) => [addressField(part), entered.address[part]])),
  [methodField]: entered.methodCode,
  [creditField]: entered.usesCredit ? 'yes' : 'no',
  request_id: requestId,
})

/** The country typed, when it is one of the list; otherwise where the visitor seems to be, otherwise the home market. */
export const knownCountry = (entered: string, visitorCountry: string): string =>
  [entered, visitorCountry].find((code) => code !== undefined && isKnownCountry(code)) ?? brand.home
