import { z } from 'zod'
import { suppressionReasons } from '#newsletter/rules/suppression.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { MomentPlace } from './rules/finance-filter.ts'

const Suppression = z.object({
  id: z.string(),
  email: z.string(),
  reason: z.enum(suppressionReasons),
  detail: z.string(),
  source: z.string(),
  at: z.string(),
  may_be_removed: z.boolean(),
})

export type DeskSuppression = z.output<typeof Suppression>

/** Addresses that get no newsletter, the newest first, 50 at a time; masked for roles that see no names. */
export const listDeskSuppressions = defineEndpoint({
  ...reads,
  name: 'listDeskSuppressions',
  method: 'GET',
  path: '/api/desk/suppressions/',
  permission: 'suppressions',
  payload: z.object({ after: MomentPlace.optional() }),
  reply: z.object({ suppressions: z.array(Suppression), older: z.string().nullable() }),
  errors: readErrors,
})

/** Takes an address off the list. ACTION_NOT_ALLOWED for a complaint, which only its owner can withdraw, by asking us. */
export const removeDeskSuppression = defineEndpoint({
  ...reads,
  name: 'removeDeskSuppression',
  method: 'POST',
  path: '/api/desk/suppressions/{id}/remove/',
  permission: 'newsletters:change',
  payload: z.object({
    id: z.uuid(),
    reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
  }),
  reply: z.object({ done: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
