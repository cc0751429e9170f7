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
  status: z.enum(['undecided', 'honors-signal', 'decided']),
  /** The browser sends Global Privacy Control; it is honored above every choice. */
  privacy_signal: z.boolean(),
  groups: Groups,
  /** The recipients of data outside of the shop, by the group that allows it. */
  recipients: z.array(z.object({ group: z.enum(['C0002', 'C0004']), name: z.string() })),
})

/** The consent of the visitor or member. */
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
  path: '/api/consent/stored-signal',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own account' },
  payload: z.object({}),
  reply: z.object({ stored: z.boolean() }),
  errors: [],
})

/** Stores a choice for 365 days, with its proof. A missing group is refused. */
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
    /** The page of the form; stored with the proof. */
    page: z.string().max(300).default(''),
  }),
  reply,
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
