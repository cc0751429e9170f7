import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { oneLine } from '#shared/one-line.ts'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

const identityReply = { [brand.keys.identityField]: z.string() }

/** The token of a mailed link: 32 random bytes as base64url. Anything else is an invalid link. */
const LinkToken = z.string().max(200)

/** Text such as a name: trimmed, with the message of spec §5 when it is missing. */
export const nameField = (message: string) => oneLine().min(1, message).max(60, message)

/** The same response for a new and a known e-mail: the mail has the difference (ruling 19). */
export const register = defineEndpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({
    firstName: nameField('Kindly enter your first name'),
    lastName: nameField('Kindly enter your last name'),
    email: Email,
    password: z.string().min(1, 'Please enter a password.'),
  }),
  reply: z.object({ status: z.literal('verification_sent'), data: z.object({ email: z.string() }) }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export const registerResendMail = defineEndpoint({
  name: 'registerResendMail',
  method: 'POST',
  path: '/api/auth/registerResendMail',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ email: Email }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

/** Whose e-mail a link confirms; a browser is led to the page whose button posts (ruling 18). */
export const viewVerifyLink = defineEndpoint({
  name: 'viewVerifyLink',
  method: 'GET',
  path: '/account/verify-account/{id}',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  page: '/verify-account/{id}',
  payload: z.object({ id: LinkToken }),
  reply: z.object({
    email: z.string(),
    /** Whether a password was entered when the account was requested; otherwise one is chosen now. */
    has_password: z.boolean(),
    shortest_password: z.number().int(),
  }),
  errors: ['LINK_EXPIRED'],
})

/** Opens the account of a registration for a person who knows its password, or sets a new one; and signs in. */
export const verifyAccount = defineEndpoint({
  name: 'verifyAccount',
  method: 'POST',
  path: '/account/verify-account/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({
    id: LinkToken,
    /** The password of this registration. */
    password: z.string().max(800).default(''),
    /** In its place. */
    new_password: z.string().max(800).default(''),
  }),
  reply: z.object(identityReply),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/** Mails a link that signs in; says nothing about whether the e-mail is known. */
export const sendMagicLink = defineEndpoint({
  name: 'sendMagicLink',
  method: 'POST',
  path: '/api/mail/magic',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ email: Email }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export const viewMagicLink = defineEndpoint({
  name: 'viewMagicLink',
  method: 'GET',
  path: '/account/magic-link/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  page: '/magic-link/{id}',
  payload: z.object({ id: LinkToken }),
  reply: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
})

/** Signs in by a mailed link: once, within 15 minutes. */
export const useMagicLink = defineEndpoint({
  name: 'useMagicLink',
  method: 'POST',
  path: '/account/magic-link/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({ id: LinkToken }),
  reply: z.object(identityReply),
  errors: ['LINK_EXPIRED'],
})
