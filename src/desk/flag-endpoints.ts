import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { DeskAudience, RolloutRequest } from './experiment-endpoints.ts'

const Name = z
  .string()
  .trim()
  .regex(
    /^(?!(?:new|reach)$)[a-z][a-z0-9-]{0,59}$/,
    'Please enter small letters, digits and hyphens, with a letter first.',
  )

const count = z.number().int()

const Flag = z.object({
  name: z.string(),
  description: z.string(),
  /** Of the people whom it is for; 0 is off. */
  percent: count,
  audience: DeskAudience,
})

export type DeskFlag = z.output<typeof Flag>

/** Every flag, by name. */
export const listDeskFlags = defineEndpoint({
  ...reads,
  name: 'listDeskFlags',
  method: 'GET',
  path: '/api/desk/flags/',
  permission: 'experiments:read',
  payload: z.object({}),
  reply: z.object({ flags: z.array(Flag), is_decided_elsewhere: z.boolean() }),
  errors: readErrors,
})

export const viewDeskFlag = defineEndpoint({
  ...reads,
  name: 'viewDeskFlag',
  method: 'GET',
  path: '/api/desk/flags/{name}/',
  permission: 'experiments:read',
  payload: z.object({ name: Name }),
  reply: Flag.extend({
    /** Sent back with a change: it is refused when another version is the latest. */
    version: count,
    is_decided_elsewhere: z.boolean(),
    history: z.array(z.object({ number: count, at: z.string(), by: z.string(), what: z.string() })),
  }),
  errors: readErrors,
})

const rule = {
  description: oneLine().max(300, 'Please write less.'),
  percent: z.coerce
    .number('Please enter a whole number of percent.')
    .int('Please enter a whole number of percent.')
    .min(0, 'Please enter 0 to 100.')
    .max(100, 'Please enter 0 to 100.'),
  audience: DeskAudience,
}

/**
 * Changes a flag, `base` 0 for a new one. More people at once than before is fine up to 99 percent; all of them need a second person.
 * ACTION_NOT_ALLOWED with a sentence then, or when someone changed it meanwhile.
 */
export const changeDeskFlag = defineEndpoint({
  ...reads,
  name: 'changeDeskFlag',
  method: 'POST',
  path: '/api/desk/flags/{name}/change/',
  permission: 'experiments:change',
  payload: z.object({
    name: Name,
    base: z.coerce.number().int().min(0).max(2_000_000_000),
    reason: oneLine().max(200, 'Please give a shorter reason.').default(''),
    ...rule,
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks a second person to turn a flag on for everyone whom it is for. */
export const requestFlagRollout = defineEndpoint({
  ...reads,
  name: 'requestFlagRollout',
  method: 'POST',
  path: '/api/desk/flags/{name}/rollout/',
  permission: 'experiments:change',
  payload: RolloutRequest.extend({ name: Name, description: rule.description, audience: rule.audience }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
