import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

/**
 * From now on this browser acts inside the member's own pages, for the person of staff who is signed in at the desk in it. Needs the
 * passkey again, for this member and these minutes. There is no link: it counts in this browser alone, and ends with the session
 * at the desk at the latest.
 */
export const startDeskImpersonation = defineEndpoint({
  ...reads,
  name: 'startDeskImpersonation',
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
    /** The member's home, in the member's language. */
    url: z.string(),
  }),
  errors: [...readErrors, 'PROOF_REQUIRED'],
})
