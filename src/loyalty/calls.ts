import { z } from 'zod'
import { defineCall } from '#shared/call.ts'

/** Says what a member has done; the same action counts once. */
export const customAction = defineCall({
  name: 'customAction',
  method: 'POST',
  path: '/api/external/loyalty/custom-action/',
  spec: 'spec §7',
  who: 'member',
  payload: z.object({ action_name: z.string().max(60) }),
  /** `points`: all that the member has. */
  reply: z.object({ success: z.literal(true), points: z.number().int() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
})
