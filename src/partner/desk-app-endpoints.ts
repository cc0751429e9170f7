import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { PartnerScopeName } from '#shared/partner-scope.ts'
import { actionErrors, actions, done, Name, readErrors, reads } from './desk-rows.ts'

const DeskApp = z.object({
  /** Its `client_id`. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(PartnerScopeName),
  created_at: z.string(),
  removed_at: z.string().nullable(),
  /** When it last asked for a token, within some minutes. */
  last_used_at: z.string().nullable(),
  /** Until when the secret before counts too; null without one that does. */
  old_secret_until: z.string().nullable(),
})

export type DeskApp = z.output<typeof DeskApp>

export const listDeskApps = defineEndpoint({
  ...reads,
  name: 'listDeskApps',
  method: 'GET',
  path: '/api/desk/developers/apps/',
  payload: z.object({}),
  reply: z.object({ apps: z.array(DeskApp) }),
  errors: readErrors,
})

export const AppForm = z.object({
  name: Name,
  scopes: z.array(PartnerScopeName).min(1, 'Please choose what the app may do.'),
})

/** The secret is in the reply once and nowhere else. */
const shownSecret = z.object({ id: z.string(), secret: z.string() })

export const createDeskApp = defineEndpoint({
  ...actions,
  name: 'createDeskApp',
  method: 'POST',
  path: '/api/desk/developers/apps/',
  payload: AppForm,
  reply: shownSecret,
  errors: actionErrors,
})

const one = z.object({ id: z.uuid() })

/** The secret before counts for a week more. */
export const rotateDeskAppSecret = defineEndpoint({
  ...actions,
  name: 'rotateDeskAppSecret',
  method: 'POST',
  path: '/api/desk/developers/apps/{id}/secret/',
  payload: one,
  reply: shownSecret,
  errors: actionErrors,
})

/** Ends the secret before at once, with the tokens that it got. */
export const endDeskAppSecret = defineEndpoint({
  ...actions,
  name: 'endDeskAppSecret',
  method: 'POST',
  path: '/api/desk/developers/apps/{id}/end-old-secret/',
  payload: one,
  reply: done,
  errors: actionErrors,
})

/** Ends the app with its secrets and tokens. */
export const removeDeskApp = defineEndpoint({
  ...actions,
  name: 'removeDeskApp',
  method: 'POST',
  path: '/api/desk/developers/apps/{id}/remove/',
  payload: one,
  reply: done,
  errors: actionErrors,
})
