import type { Address } from '#shared/address.ts'
import { formText } from './form-text.ts'

/** What `AddressFields` were sent with. */
export const postedAddress = (form: FormData): Address => ({
  firstName: formText(form, 'firstName'),
  lastName: formText(form, 'lastName'),
  address: formText(form, 'address'),
  unit: formText(form, 'unit'),
  city: formText(form, 'city'),
  region: formText(form, 'region'),
  zip: formText(form, 'zip'),
  country: formText(form, 'country'),
  phone: formText(form, 'phone'),
  company: formText(form, 'company'),
})
