import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { checkFields } from '#shared/human-check.ts'
import { SignOnProvider } from './sign-on-endpoints.ts'
import { longestPassword, shortestPassword, tooShort } from './rules/password.ts'

const { identityField } = brand.keys

/** An identity token for the browser; it says who is signed in and grants no access (ruling 17). */
const identityReply = { [identityField]: z.string() }

/** A password as typed; whether a new one will do is decided by `rules/password.ts`. */
const Password = z
  .string()
  .min(shortestPassword, tooShort(shortestPassword))
  .max(longestPassword * 4)

/** The token of a mailed link: 32 random bytes as base64url. Anything else is an invalid link. */
const LinkToken = z.string().max(200)

/**
 * Sign-in methods other than the password that are to end together with every session: outside sign-ins, and passkeys
 * by id.
 */
export const EndedSignInMethods = {
  end_providers: z.array(SignOnProvider).max(10).default([]),
  end_passkeys: z.array(z.uuid()).max(200).default([]),
}

export const login = defineEndpoint({
  name: 'login',
  method: 'POST',
  path: '/account/login/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({ email: Email, password: Password }),
  reply: z.object(identityReply),
  errors: ['VALIDATION_ERROR', 'USER_NOT_FOUND', 'UNVERIFIED_ACCOUNT', 'TOO_MANY_REQUESTS'],
})

/** The account of this link, so that the page can name it (and a password manager save it) before it is used. */
export const viewPasswordLink = defineEndpoint({
  name: 'viewPasswordLink',
  method: 'POST',
  path: '/account/password-link/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  payload: z.object({ token: LinkToken }),
  reply: z.object({
    email: z.string(),
    has_password: z.boolean(),
    shortest_password: z.number().int(),
    /** The sign-in methods of the account other than the password. */
    providers: z.array(SignOnProvider),
    passkeys: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Whether a password was chosen in this browser after the purchase that opened the account. */
    has_choice: z.boolean(),
  }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED'],
})

/** Saves a password for the account of a purchase made in this browser; it counts once the mailed link is opened in it. */
export const choosePassword = defineEndpoint({
  name: 'choosePassword',
  method: 'POST',
  path: '/account/first-password/',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: password',
  limit: ['attempt'],
  payload: z.object({ purchase: z.uuid(), password: z.string() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const setPassword = defineEndpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/account/set-password/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: password',
  limit: ['attempt'],
  payload: z.object({
    token: LinkToken,
    password: z.string(),
    /** Sets the password that was chosen in this browser, in place of `password`. */
    use_choice: z.boolean().default(false),
    ...EndedSignInMethods,
  }),
  reply: z.object(identityReply),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const resetPassword = defineEndpoint({
  ...setPassword,
  name: 'resetPassword',
  path: '/account/reset-password/',
})

export const recover = defineEndpoint({
  name: 'recover',
  method: 'POST',
  path: '/account/recover/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: password',
  limit: ['guess'],
  payload: z.object({ email: Email, ...checkFields }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'USER_NOT_FOUND', 'SHOP_BUSY', 'TOO_MANY_REQUESTS'],
})

/** The same link for a member who is signed in, by mail like every other one. */
export const mailPasswordLink = defineEndpoint({
  name: 'mailPasswordLink',
  method: 'POST',
  path: '/account/mail-password-link/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: password',
  limit: ['guess'],
  payload: z.object({}),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'GET',
  path: '/api/auth/logout',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'ends',
  limit: { none: 'ends the own session' },
  payload: z.object({}),
  reply: z.object({ success: z.literal(true) }),
  errors: ['FORBIDDEN'],
})

/** The session check of spec §4. A mismatch answers SessionVerificationError with `token` and `sessionToken`. */
export const checkAuthentication = defineEndpoint({
  name: 'checkAuthentication',
  method: 'GET',
  path: '/api/auth/check-authentication',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own session' },
  payload: z.object({}),
  reply: z.union([
    z.object({ success: z.literal(true), ...identityReply }),
    z.object({ success: z.literal(false) }),
  ]),
  errors: ['FORBIDDEN', 'SessionVerificationError'],
})

const ShippingAddress = z.object({
  first_name: z.string(),
  last_name: z.string(),
  address: z.string(),
  unit: z.string(),
  city: z.string(),
  region: z.string(),
  postal_code: z.string(),
  country: z.string(),
  phone: z.string(),
  company: z.string(),
})

/** One subscription as the user state of spec §3 holds it. */
export const UserSubscription = z.object({
  plan: z.object({ plan_code: z.string() }),
  activated_at: z.string(),
  canceled_at: z.string().nullable(),
})

export type UserSubscription = z.output<typeof UserSubscription>

export const viewUser = defineEndpoint({
  name: 'viewUser',
  method: 'GET',
  path: '/api/user',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    email: z.string(),
    externalId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    account: z.object({ details: z.object({ shipping_addresses: z.array(ShippingAddress) }) }),
    /** Spec §3 nests the list one level deeper. */
    subscriptions: z.object({ subscriptions: z.array(UserSubscription) }),
    /** Variants by experiment. */
    experiments: z.record(z.string(), z.string()),
  }),
  errors: ['UNAUTHENTICATED'],
})
