import { formText } from '#account/screens/form-text.ts'
import type { Address } from '#shared/address.ts'

/** What a buyer has typed at checkout, as text, right or wrong. Never a card. */
export interface TypedCheckout {
  readonly email: string
  readonly address: Readonly<Record<keyof Address, string>>
  readonly methodCode: string
}

/** Field names are the field paths of the purchase call, so that its messages find their field. */
export const addressField = (part: keyof Address): string => `address.${part}`

const addressParts = [
  'firstName',
  'lastName',
  'address',
  'unit',
  'city',
  'region',
  'zip',
  'country',
  'phone',
  'company',
] as const satisfies readonly (keyof Address)[]

const addressFrom = (textOf: (part: keyof Address) => string): Readonly<Record<keyof Address, string>> => ({
  firstName: textOf('firstName'),
  lastName: textOf('lastName'),
  address: textOf('address'),
  unit: textOf('unit'),
  city: textOf('city'),
  region: textOf('region'),
  zip: textOf('zip'),
  country: textOf('country'),
  phone: textOf('phone'),
  company: textOf('company'),
})

export const methodField = 'shipping.method_code'

/** Reads the form that was sent. */
export const typedFrom = (form: FormData): TypedCheckout => ({
  email: formText(form, 'email'),
  address: addressFrom((part) => formText(form, addressField(part))),
  methodCode: formText(form, methodField),
})

/** Fields in the order in which they stand on the page; messages are listed in it. */
export const fieldsInOrder: readonly string[] = [
  'email',
  ...addressParts.map(addressField),
  methodField,
  'card',
]
