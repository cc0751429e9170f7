import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Account, StoredCustomer } from '../account/account.ts'
import { record } from '../account/account.ts'
import { attachCard, detachCard, findCard } from '../account/payment-methods.ts'
import { find, viewCustomer } from '../account/views.ts'
import {
  address,
  emptyable,
  expand,
  listOf,
  metadata,
  parameters,
  text,
  unmodelled,
} from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { changedMetadata } from './confirmation.ts'
import { assertAttachable } from './payment-methods.ts'

type Create = Stripe.CustomerCreateParams
type Update = Stripe.CustomerUpdateParams

const invoiceSettings = z.object({ default_payment_method: z.string().optional() }).catchall(unmodelled)

const both = {
  address: emptyable(address).optional(),
  balance: unmodelled,
  business_name: unmodelled,
  cash_balance: unmodelled,
  description: z.string().optional(),
  email: z.string().optional(),
  expand,
  individual_name: unmodelled,
  invoice_prefix: unmodelled,
  invoice_settings: invoiceSettings.optional(),
  metadata: emptyable(metadata).optional(),
  name: z.string().optional(),
  next_invoice_sequence: unmodelled,
  phone: z.string().optional(),
  preferred_locales: listOf(text).optional(),
  shipping: unmodelled,
  source: unmodelled,
  tax: unmodelled,
  tax_exempt: unmodelled,
  validate: unmodelled,
}
export const createParameters = parameters<Create>()({
  ...both,
  payment_method: text.optional(),
  tax_id_data: unmodelled,
  test_clock: unmodelled,
})
export const updateParameters = parameters<Update>()({ ...both, default_source: unmodelled })
export const retrieveParameters = parameters<Stripe.CustomerRetrieveParams>()({ expand })
export const deleteParameters = parameters<Stripe.CustomerDeleteParams>()({})

const assertEmail = (email: string | undefined): void => {
  if (email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw StripeFault.invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

const noAddress: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

/** An empty string unsets, nothing leaves as it is. */
const changed = (stored: string | null | undefined, given: string | undefined): string | null =>
  given === undefined ? (stored ?? null) : given || null

const apply = (account: Account, customer: StoredCustomer, request: Update | Create): void => {
  assertEmail(request.email)
  const preferred = request.invoice_settings?.default_payment_method
  if (
    preferred &&
    findCard(account, preferred, 'invoice_settings[default_payment_method]').method.customer !== customer.id
  )
    throw StripeFault.invalid(
      `The customer does not have a payment method with the ID ${preferred}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  customer.email = changed(customer.email, request.email)
  customer.name = changed(customer.name, request.name)
  customer.phone = changed(customer.phone, request.phone)
  customer.description = changed(customer.description, request.description)
  if (request.address !== undefined)
    customer.address = request.address ? { ...noAddress, ...request.address } : null
  if (request.preferred_locales) customer.preferred_locales = request.preferred_locales
  if (preferred !== undefined)
    customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: preferred || null }
  customer.metadata = changedMetadata(customer.metadata, request.metadata)
}

export const createCustomer = (account: Account, request: Create): Stripe.Customer => {
  const customer: StoredCustomer = {
    id: account.newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: 'STANDIN',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  apply(account, customer, request)
  const stored =
    request.payment_method === undefined ? null : findCard(account, request.payment_method, 'payment_method')
  if (stored) assertAttachable(stored)
  account.customers.set(customer.id, customer)
  record(account, (common) => ({ ...common, type: 'customer.created', data: { object: customer } }))
  if (stored) attachCard(account, stored, customer.id)
  return viewCustomer(customer, request.expand)
}

export const updateCustomer = (account: Account, request: Update, id: string): Stripe.Customer => {
  const customer = find(account.customers, 'customer', id)
  apply(account, customer, request)
  record(account, (common) => ({ ...common, type: 'customer.updated', data: { object: customer } }))
  return viewCustomer(customer, request.expand)
}

export const retrieveCustomer = (
  account: Account,
  request: Stripe.CustomerRetrieveParams,
  id: string,
): Stripe.Customer | Stripe.DeletedCustomer =>
  account.deletedCustomers.has(id)
    ? { id, object: 'customer', deleted: true }
    : viewCustomer(find(account.customers, 'customer', id), request.expand)

/** Its cards are detached with it and cannot be used again. */
export const deleteCustomer = (
  account: Account,
  _: Stripe.CustomerDeleteParams,
  id: string,
): Stripe.DeletedCustomer => {
  const customer = find(account.customers, 'customer', id)
  for (const stored of account.cards.values()) if (stored.method.customer === id) detachCard(account, stored)
  account.customers.delete(id)
  account.deletedCustomers.add(id)
  record(account, (common) => ({ ...common, type: 'customer.deleted', data: { object: customer } }))
  return { id, object: 'customer', deleted: true }
}
