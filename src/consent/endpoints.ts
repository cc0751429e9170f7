import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

const Groups = z.object({
  C0001: z.boolean(),
  C0002: z.boolean(),
  C0003: z.boolean(),
  C0004: z.boolean(),
  C0005: z.boolean(),
})

const reply = z.object({
  status: z.enum(['asks', 'honours-signal', 'decided']),
  /** The browser sends Global Privacy Control; it is honoured above every choice. */
  privacy_signal: z.boolean(),
  groups: Groups,
  /** Who besides the shop learns of something, by the group that allows it. */
  recipients: z.array(z.object({ group: z.enum(['C0002', 'C0004']), name: z.string() })),
})

/** What whoever asks has consented to. */
export const viewConsent = defineEndpoint({
  name: 'viewConsent',
  method: 'GET',
  path: '/api/consent/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own cookie' },
  payload: z.object({}),
  reply,
  errors: [],
})

/** Whether Global Privacy Control was seen from a signed-in browser of the member, with no choice since. */
export const viewStoredSignal = defineEndpoint({
  name: 'viewStoredSignal',
  method: 'GET',
  path: '/api/consent/kept-signal',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own account' },
  payload: z.object({}),
  reply: z.object({ stored: z.boolean() }),
  errors: [],
})

/** Keeps a choice for 365 days, with its proof. What is left out is a no. */
export const setConsent = defineEndpoint({
  name: 'setConsent',
  method: 'PUT',
  path: '/api/consent/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['consent'],
  payload: z.object({
    groups: Groups.partial(),
    /** The page that the form stood on; kept with the proof. */
    page: z.string().max(300).default(''),
  }),
  reply,
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
