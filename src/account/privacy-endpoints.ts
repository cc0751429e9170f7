import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { mailTopics } from './rules/mail-topics.ts'

const MailPreferences = z.object({
  preferences: z.array(z.object({ topic: z.enum(mailTopics), wanted: z.boolean() })),
})

export const viewMailPreferences = defineEndpoint({
  name: 'viewMailPreferences',
  method: 'GET',
  path: '/account/mail-preferences/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: MailPreferences,
  errors: ['UNAUTHENTICATED'],
})

export const setMailPreference = defineEndpoint({
  name: 'setMailPreference',
  method: 'PUT',
  path: '/account/mail-preferences/',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: z.object({ topic: z.enum(mailTopics), wanted: z.boolean() }),
  reply: MailPreferences,
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

/** What the link of every order reminder does; it never expires, and a second use changes nothing. */
export const stopOrderReminders = defineEndpoint({
  name: 'stopOrderReminders',
  method: 'POST',
  path: '/api/order-reminders/stop',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: z.object({ token: z.string().max(256) }),
  reply: z.object({ stopped: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED'],
})

/** The same for the link of every mail that asks for a review. */
export const stopReviewRequests = defineEndpoint({
  name: 'stopReviewRequests',
  method: 'POST',
  path: '/api/review-requests/stop',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: z.object({ token: z.string().max(256) }),
  reply: z.object({ stopped: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED'],
})

/** Everything that the shop stores about a member, by module. */
export const exportUser = defineEndpoint({
  name: 'exportUser',
  method: 'GET',
  path: '/account/export/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: account-data',
  limit: ['guess'],
  payload: z.object({}),
  reply: z.record(z.string(), z.json()),
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED'],
})

/**
 * Erases what is personal in the account. Orders stay as the law requires. Live subscriptions have to be canceled
 * first, so that nobody pays for an account that they cannot use.
 */
export const deleteAccount = defineEndpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/account/delete/',
  spec: 'shop',
  access: 'member',
  agent: 'denied: account-data',
  limit: ['guess'],
  payload: z.object({
    /** The account's own e-mail, typed again. */
    email: z.string().max(254),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'PROOF_REQUIRED', 'VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
})
