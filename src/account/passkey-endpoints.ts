import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

const done = z.object({ success: z.literal(true) })

/** The input of the browser's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const Options = z.object({ options: z.record(z.string(), z.unknown()) })

const bytes = (most: number) => z.string().min(1).max(most)
const attachment = z.enum(['platform', 'cross-platform']).nullish()

/** A credential as its `toJSON()` gives it; binary as base64url. What else it holds is not needed. */
const Registration = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

export type Registration = z.output<typeof Registration>

export const Assertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: z.string().max(100).nullish(),
  }),
})

export type Assertion = z.output<typeof Assertion>

const Name = z
  .string('Please name the passkey.')
  .trim()
  .min(1, 'Please name the passkey.')
  .max(60, 'Please choose a shorter name.')

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/account/passkeys/start/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({}),
  reply: Options,
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'TOO_MANY_REQUESTS'],
})

/** Saves the public key of the authenticator that answered `startPasskey` in this browser. */
export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/account/passkeys/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({ name: Name, credential: Registration }),
  reply: z.object({ id: z.string() }),
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})

export const listPasskeys = defineEndpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/account/passkeys/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/account/passkeys/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['change'],
  payload: z.object({ id: z.uuid(), name: Name }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/account/passkeys/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/** Asks for any passkey of this shop that the browser has; the response reveals no account. */
export const startPasskeySignIn = defineEndpoint({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/account/passkey-sign-in/start/',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['lookup'],
  payload: z.object({}),
  reply: Options,
  errors: ['TOO_MANY_REQUESTS'],
})

export const passkeySignIn = defineEndpoint({
  name: 'passkeySignIn',
  method: 'POST',
  path: '/account/passkey-sign-in/',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({ credential: Assertion }),
  reply: z.object({ [brand.keys.identityField]: z.string() }),
  errors: ['VALIDATION_ERROR', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})
