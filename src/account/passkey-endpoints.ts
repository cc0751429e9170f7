import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Assertion, PasskeyName, PasskeyOptions, Registration } from '#shared/passkey-schema.ts'

const done = z.object({ success: z.literal(true) })

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/account/passkeys/start/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({}),
  reply: PasskeyOptions,
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
  payload: z.object({ name: PasskeyName, credential: Registration }),
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
  payload: z.object({ id: z.uuid(), name: PasskeyName }),
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
  reply: PasskeyOptions,
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
