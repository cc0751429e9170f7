import { formText } from '#account/screens/form-text.ts'
import { countries } from '#location/rules/countries.ts'
import type { Address } from '#shared/address.ts'

/** What a buyer has typed at checkout, as text, right or wrong. Never a card. */
export interface TypedCheckout {
  readonly email: string
  readonly address: Readonly<Record<keyof Address, string>>
  readonly methodCode: string
}

/** Field names are the field paths of the purchase call, so that its messages find their field. */
export const addressField = (part: keyof Address): string => `address.${part}`

export const methodField = 'shipping.method_code'

/** Ticked by who wants our letters; agreed to the moment the form is sent, whatever becomes of the order. */
export const lettersField = 'letters'

/** The field in which a member chooses between kept cards and a new one, and its value for the latter. */
export const cardChoice = 'card_choice'
export const newCard = 'new'

const emptyAddress: TypedCheckout['address'] = {
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
  ...addressParts.map(addressField),
  methodField,
  'card',
]

const addressFrom = (textOf: (field: string) => string): TypedCheckout['address'] => ({
  ...emptyAddress,
  ...Object.fromEntries(addressParts.map((part) => [part, textOf(addressField(part))])),
})

const typedWith = (textOf: (field: string) => string): TypedCheckout => ({
  email: textOf('email'),
  address: addressFrom(textOf),
  methodCode: textOf(methodField),
})

/** Reads the form that was sent; no longer than the cart keeps it. */
export const typedInForm = (form: FormData): TypedCheckout =>
  typedWith((field) => formText(form, field).slice(0, 300))

/** Reads what the cart has kept. */
export const typedInDraft = (draft: Readonly<Record<string, string>>): TypedCheckout =>
  typedWith((field) => draft[field] ?? '')

/** What the cart keeps of it, by field, with the id of the purchase it is meant for. */
export const draftOf = (typed: TypedCheckout, requestId: string): Record<string, string> => ({
  email: typed.email,
  ...Object.fromEntries(addressParts.map((part) => [addressField(part), typed.address[part]])),
  [methodField]: typed.methodCode,
  request_id: requestId,
})

/** The country typed, when it is one of the list; otherwise where the visitor seems to be, otherwise the home market. */
export const knownCountry = (typed: string, visitorCountry: string): string =>
  [typed, visitorCountry].find((code) => countries.some((country) => country.code === code)) ?? 'US'
