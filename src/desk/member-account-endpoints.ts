import { z } from 'zod'
import { consentGroups } from '#consent/rules/consent.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const id = z.uuid()

const Session = z.object({
  id: z.string(),
  /** `Chrome on Mac`. */
  device: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
})

/** What belongs to a member's account beside orders and subscriptions. */
export const viewDeskMemberAccount = defineEndpoint({
  ...reads,
  name: 'viewDeskMemberAccount',
  method: 'GET',
  path: '/api/desk/members/{id}/account/',
  permission: 'members:read',
  payload: z.object({ id }),
  reply: z.object({
    points: z.number().int(),
    /** Each once, the default one first. */
    cards: z.array(
      z.object({
        brand: z.string(),
        last4: z.string(),
        exp_month: z.number().int(),
        exp_year: z.number().int(),
        is_default: z.boolean(),
        state: z.enum(['good', 'expiring', 'expired']),
      }),
    ),
    /** Where the member is signed in, the one used last first; null for roles that see no names. */
    sessions: z.array(Session).nullable(),
    /** What the member allows now, with the choice since which it is so; empty without a choice. */
    consents: z.array(
      z.object({
        group: z.enum(consentGroups),
        is_allowed: z.boolean(),
        at: z.string(),
        page: z.string(),
        is_by_signal: z.boolean(),
      }),
    ),
    /** The latest thing that the member did with the newsletter; null for nothing. */
    newsletter: z.object({ action: z.string(), at: z.string(), page: z.string() }).nullable(),
    /** Choices and newsletter steps that are kept as proof. */
    proofs: z.number().int(),
  }),
  errors: readErrors,
})

/** Signs a member out of one device, as they can themselves. ACTION_NOT_ALLOWED for a session that has ended already. */
export const endDeskSession = defineEndpoint({
  ...reads,
  name: 'endDeskSession',
  method: 'POST',
  path: '/api/desk/members/{id}/sessions/{session_id}/end/',
  permission: 'members:act',
  payload: z.object({
    id,
    session_id: z.uuid(),
    reason: oneLine().min(3, 'Please say why.').max(200, 'Please give a shorter reason.'),
  }),
  reply: z.object({}),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
