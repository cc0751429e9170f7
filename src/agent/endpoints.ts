import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

const id = z.string().max(200)

/** The details of an authorization, for the page that asks before anything starts (ruling 18). */
export const viewAgentLink = defineEndpoint({
  name: 'viewAgentLink',
  method: 'GET',
  path: '/api/external_agent/authorize/{id}/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  page: '/agent/{id}',
  payload: z.object({ id }),
  reply: z.object({
    agent: z.string(),
    member: z.string(),
    reason: z.string(),
    minutes: z.number().int(),
  }),
  errors: ['LINK_EXPIRED'],
})

const Impersonation = z.object({
  agent: z.string(),
  member: z.string(),
  reason: z.string(),
  /** Whether the second step was taken. */
  may_write: z.boolean(),
  ends_at: z.string(),
})

/** Starts the impersonation session, once; ends any other session of this browser. */
export const startImpersonation = defineEndpoint({
  name: 'startImpersonation',
  method: 'POST',
  path: '/api/external_agent/authorize/{id}/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ id, password: z.string().max(800) }),
  reply: Impersonation.extend({
    /** The member's language. */
    locale: z.string(),
  }),
  errors: ['LINK_EXPIRED', 'USER_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const viewImpersonation = defineEndpoint({
  name: 'viewImpersonation',
  method: 'GET',
  path: '/api/external_agent/impersonation/',
  spec: 'shop',
  access: 'agent',
  agent: 'own',
  limit: { none: 'reads the own impersonation session' },
  payload: z.object({}),
  reply: Impersonation,
  errors: ['UNAUTHENTICATED'],
})

/** The second step: names what is to be changed, and allows changes for the rest of the session. */
export const allowWrites = defineEndpoint({
  name: 'allowWrites',
  method: 'POST',
  path: '/api/external_agent/impersonation/writes/',
  spec: 'shop',
  access: 'agent',
  agent: 'own',
  limit: ['guess'],
  payload: z.object({
    intent: z
      .string('Please say what is to be changed.')
      .trim()
      .min(3, 'Please say what is to be changed.')
      .max(300, 'Please say it in at most 300 characters.'),
  }),
  reply: Impersonation,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

export const endImpersonation = defineEndpoint({
  name: 'endImpersonation',
  method: 'DELETE',
  path: '/api/external_agent/impersonation/',
  spec: 'shop',
  access: 'agent',
  agent: 'own',
  limit: { none: 'ends the own impersonation session' },
  payload: z.object({}),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED'],
})

/** Who acted for the member, when, why, and what they changed; the newest first. */
export const listImpersonations = defineEndpoint({
  name: 'listImpersonations',
  method: 'GET',
  path: '/account/impersonations/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    impersonations: z.array(
      z.object({
        id: z.string(),
        agent: z.string(),
        reason: z.string(),
        started_at: z.string(),
        /** When it ended, or will at the latest. */
        ends_at: z.string(),
        /** What the agent said was to be changed; null for a read-only session. */
        intent: z.string().nullable(),
        actions: z.array(
          z.object({
            description: z.string(),
            at: z.string(),
            /** `done`, `started` if its end was not recorded, or the code of its error. */
            outcome: z.string(),
            /** Id of what was changed; empty if it was the account itself. */
            subject: z.string(),
          }),
        ),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})
