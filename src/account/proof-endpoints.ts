import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Assertion, PasskeyOptions } from '#shared/passkey-schema.ts'

const done = z.object({ success: z.literal(true) })

/** How the member can prove their identity, and whether they did so in this session within ten minutes. */
export const viewProof = defineEndpoint({
  name: 'viewProof',
  method: 'GET',
  path: '/account/proof/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({ fresh: z.boolean(), methods: z.array(z.enum(['password', 'passkey', 'code'])) }),
  errors: ['UNAUTHENTICATED'],
})

export const proveByPassword = defineEndpoint({
  name: 'proveByPassword',
  method: 'POST',
  path: '/account/proof/password/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({ proof_password: z.string().max(800) }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

/** Mails a code to a member who has no password; FORBIDDEN for everybody else. */
export const mailProofCode = defineEndpoint({
  name: 'mailProofCode',
  method: 'POST',
  path: '/account/proof/code/mail/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({}),
  reply: done,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS'],
})

/** The code works once, for ten minutes, for the session that requested it, and for five attempts. */
export const proveByCode = defineEndpoint({
  name: 'proveByCode',
  method: 'POST',
  path: '/account/proof/code/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['guess'],
  payload: z.object({ proof_code: z.string().max(40) }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export const startPasskeyProof = defineEndpoint({
  name: 'startPasskeyProof',
  method: 'POST',
  path: '/account/proof/passkey/start/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({}),
  reply: PasskeyOptions,
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

export const proveByPasskey = defineEndpoint({
  name: 'proveByPasskey',
  method: 'POST',
  path: '/account/proof/passkey/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: sign-in',
  limit: ['attempt'],
  payload: z.object({ credential: Assertion }),
  reply: done,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'SIGN_ON_FAILED', 'TOO_MANY_REQUESTS'],
})
