import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

/**
 * The link by which a person acts inside the member's own pages, once, as the agent with the same email. The agent's
 * password starts it. ACTION_NOT_ALLOWED for a person who is no agent.
 */
export const authorizeDeskImpersonation = defineEndpoint({
  ...reads,
  name: 'authorizeDeskImpersonation',
  method: 'POST',
  path: '/api/desk/members/{id}/act/',
  permission: 'members:act',
  payload: z.object({
    id: z.uuid(),
    /** The member reads it in the account. */
    reason: oneLine()
      .min(3, 'Please give a reason that the member can read.')
      .max(200, 'Please give a shorter reason.'),
    minutes: z.coerce
      .number()
      .int()
      .min(5, 'Please choose at least 5 minutes.')
      .max(60, 'Please choose at most 60 minutes.'),
  }),
  reply: z.object({
    /** The page that asks for the password. */
    path: z.string(),
  }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
