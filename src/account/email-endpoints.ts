import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

const LinkToken = z.string().max(200)

/** Mails a link to the new address, and one that stops it to the former; the account moves when the first is used. */
export const changeEmail = defineEndpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/account/email/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: email',
  limit: ['guess'],
  payload: z.object({ new_email: Email }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

export const viewEmailLink = defineEndpoint({
  name: 'viewEmailLink',
  method: 'GET',
  path: '/account/email/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  page: '/confirm-email/{id}',
  payload: z.object({ id: LinkToken }),
  reply: z.object({
    email: z.string(),
    /** `session`: this browser started it. `elsewhere`: only that browser confirms it, because there is no password. */
    confirm_by: z.enum(['session', 'password', 'elsewhere']),
  }),
  errors: ['LINK_EXPIRED'],
})

/** Moves the account to the address that the link was mailed to, and signs in: for the session that began it, or the password. */
export const confirmEmail = defineEndpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/account/email/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: email',
  limit: ['attempt'],
  payload: z.object({ id: LinkToken, password: z.string().max(800).default('') }),
  reply: z.object({ [brand.keys.identityField]: z.string() }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/** Which change a link to the former address stops. */
export const viewStopEmailLink = defineEndpoint({
  name: 'viewStopEmailLink',
  method: 'GET',
  path: '/account/stop-email/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  page: '/stop-email-change/{id}',
  payload: z.object({ id: LinkToken }),
  reply: z.object({ email: z.string() }),
  errors: ['LINK_EXPIRED'],
})

/** Stops a change of e-mail and ends the session that started it, unless that is the session that stops it. */
export const stopEmailChange = defineEndpoint({
  name: 'stopEmailChange',
  method: 'POST',
  path: '/account/stop-email/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: email',
  limit: ['attempt'],
  payload: z.object({ id: LinkToken }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})
