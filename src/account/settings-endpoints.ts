import { z } from 'zod'
import { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { EndedSignInMethods, viewUser } from './endpoints.ts'
import { nameField } from './registration-endpoints.ts'
import { SignOnProvider } from './sign-on-endpoints.ts'

const done = z.object({ success: z.literal(true) })
const identityReply = z.object({ [brand.keys.identityField]: z.string() })

export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'PUT',
  path: '/api/user',
  spec: 'spec §7',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: z.object({
    firstName: nameField('Kindly enter your first name'),
    lastName: nameField('Kindly enter your last name'),
    phone: z.string().trim().max(32, 'Please enter a shorter phone number.').default(''),
  }),
  reply: viewUser.reply,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

const AccountLanguage = z.object({ locale: z.string() })

/** The language of a member's mails. */
export const viewLanguage = defineEndpoint({
  name: 'viewLanguage',
  method: 'GET',
  path: '/account/language/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: AccountLanguage,
  errors: ['UNAUTHENTICATED'],
})

/** Another one of the languages that the shop has. */
export const changeLanguage = defineEndpoint({
  name: 'changeLanguage',
  method: 'PUT',
  path: '/account/language/',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: z.object({ locale: z.string().max(20) }),
  reply: AccountLanguage,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

/** The sign-in methods of a member. */
export const viewSignInMethods = defineEndpoint({
  name: 'viewSignInMethods',
  method: 'GET',
  path: '/account/sign-in-methods/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    has_password: z.boolean(),
    shortest_password: z.number().int(),
    providers: z.array(z.object({ provider: SignOnProvider, connected: z.boolean() })),
  }),
  errors: ['UNAUTHENTICATED'],
})

/** Takes an outside sign-in off the account; a link by mail still leads in. */
export const disconnectSignOn = defineEndpoint({
  name: 'disconnectSignOn',
  method: 'DELETE',
  path: '/account/sign-on/{provider}/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['change'],
  payload: z.object({ provider: SignOnProvider }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR'],
})

/**
 * A new password for a member who knows the old one; it ends every other session, every mailed link, and the given
 * sign-in methods.
 */
export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/account/password/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: password',
  limit: ['guess'],
  payload: z.object({ current_password: z.string().max(800), password: z.string(), ...EndedSignInMethods }),
  reply: identityReply,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/account/sessions/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: { none: 'a member reads their own' },
  payload: z.object({
    /** `next` of the part before. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        user_agent: z.string(),
        created_at: z.string(),
        last_seen_at: z.string(),
        /** The session of the request. */
        current: z.boolean(),
      }),
    ),
    /** Begins the part after this one; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

export const revokeSession = defineEndpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/**
 * Ends every session of the member, this one too, and every mailed link; with a fresh proof also the given sign-in
 * methods.
 */
export const signOutEverywhere = defineEndpoint({
  name: 'signOutEverywhere',
  method: 'POST',
  path: '/account/sign-out-everywhere/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['change'],
  payload: z.object(EndedSignInMethods),
  reply: done,
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR'],
})

const OwnAddress = Address.extend({ id: z.string() })

export const listAddresses = defineEndpoint({
  name: 'listAddresses',
  method: 'GET',
  path: '/account/addresses/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({ addresses: z.array(OwnAddress) }),
  errors: ['UNAUTHENTICATED'],
})

export const addAddress = defineEndpoint({
  name: 'addAddress',
  method: 'POST',
  path: '/account/addresses/',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: Address,
  reply: z.object({ id: z.string() }),
  errors: ['UNAUTHENTICATED', 'BILLING_VALIDATION_ERROR', 'VALIDATION_ERROR'],
})

/**
 * Subscriptions that ship to the address follow it, except for orders whose charge is in flight. PRODUCT_NOT_ALLOWED_IN_COUNTRY and
 * QUANTITY_NOT_ALLOWED_IN_COUNTRY for another country that does not take what one of them has.
 */
export const changeAddress = defineEndpoint({
  name: 'changeAddress',
  method: 'PUT',
  path: '/account/addresses/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: Address.extend({ id: z.uuid() }),
  reply: done.extend({
    /** Charges in flight for orders to the old address: the amount, and the date of the order. */
    charges_in_flight: z.array(
      z.object({
        subscription_id: z.string(),
        cycle_id: z.string(),
        amount: Price,
        currency: CurrencyCode,
        on: z.string(),
      }),
    ),
    /** The next orders that ship to it, with what they cost there; a process of the release before does not say it. */
    next_orders: z
      .array(
        z.object({
          subscription_id: z.string(),
          name: z.string(),
          on: z.string(),
          total: Price,
          currency: CurrencyCode,
        }),
      )
      .default([]),
  }),
  errors: [
    'UNAUTHENTICATED',
    'BILLING_VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
  ],
})

/** Removes an address from the list; a subscription that ships to it continues to do so. */
export const removeAddress = defineEndpoint({
  name: 'removeAddress',
  method: 'DELETE',
  path: '/account/addresses/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})
