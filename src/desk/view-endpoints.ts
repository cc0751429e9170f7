import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The words of an address of the list of orders: `state=to-ship&sort=total`. */
  query: z.string(),
  is_shared: z.boolean(),
  /** Whether the person made it, and so may change it. */
  is_own: z.boolean(),
  /** The name of who made it. */
  by: z.string(),
})

export type SavedView = z.output<typeof SavedView>

/** A person's own views of orders and those of the team, by name. */
export const listSavedViews = defineEndpoint({
  ...reads,
  name: 'listSavedViews',
  method: 'GET',
  path: '/api/desk/views/',
  permission: 'orders:read',
  payload: z.object({}),
  reply: z.object({ views: z.array(SavedView) }),
  errors: readErrors,
})

/** Names an address. A name that the person has used before now names this one. */
export const saveView = defineEndpoint({
  ...reads,
  name: 'saveView',
  method: 'POST',
  path: '/api/desk/views/',
  permission: 'orders:read',
  payload: z.object({
    name: oneLine().min(1, 'Please give it a name.').max(40, 'Please give it a shorter name.'),
    query: z.string().max(1_000),
    is_shared: z.boolean().default(false),
  }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'FORBIDDEN'],
})

/** Deletes one's own view; an owner also one of the team. */
export const deleteSavedView = defineEndpoint({
  ...reads,
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/api/desk/views/{id}/',
  permission: 'orders:read',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: readErrors,
})
