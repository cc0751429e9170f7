import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { subscribePath } from './rules/sign-up-form.ts'

/** Enters an address. The answer is the same whether it was known or not. */
export const subscribe = defineEndpoint({
  name: 'subscribe',
  method: 'POST',
  path: subscribePath,
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({
    email: Email,
    /** The page of the form; stored with the consent. */
    page: z.string().max(300).default(''),
  }),
  /** `confirm`: the address was not that of the signed-in member, and has to be confirmed by a mailed link. */
  reply: z.object({ success: z.literal(true), confirm: z.boolean() }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

const Link = z.object({ token: z.string().max(400) })
const linkReply = z.object({ success: z.literal(true) })

/** What the link of a confirmation request does, once or repeated. */
export const confirmSubscription = defineEndpoint({
  name: 'confirmSubscription',
  method: 'POST',
  path: '/api/newsletter/confirm',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: Link,
  reply: linkReply,
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED'],
})

/** What the unsubscribe link does; it never expires, and a second use changes nothing. */
export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: Link,
  reply: linkReply,
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED'],
})

/** Where a counted link of a newsletter leads; a link that no newsletter has is NOT_FOUND. */
export const followNewsletterLink = defineEndpoint({
  name: 'followNewsletterLink',
  method: 'GET',
  path: '/api/newsletter/link',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  payload: Link,
  reply: z.object({ href: z.string() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** What mail services report: bounces and complaints. The body is read unchanged, because the signature covers its bytes. */
export const receiveMailEvent = defineEndpoint({
  name: 'receiveMailEvent',
  method: 'POST',
  path: '/api/newsletter/webhook/{provider}',
  spec: 'shop',
  access: 'machine',
  agent: 'denied: machine',
  limit: { none: 'signed by the mail service, whose webhooks come in bursts' },
  payload: z.object({ provider: z.string().max(20) }),
  reply: z.object({ received: z.literal(true) }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

/** The content of the abandoned cart of a mailed link (ruling 5). */
export const viewAbandonedCart = defineEndpoint({
  name: 'viewAbandonedCart',
  method: 'GET',
  path: '/api/newsletter/abandoned-cart',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  payload: Link,
  reply: z.object({ items: z.array(z.object({ name: z.string(), quantity: z.int() })) }),
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/** Makes that cart the one of this browser; a member's opens for that member only. */
export const resumeCart = defineEndpoint({
  name: 'resumeCart',
  method: 'POST',
  path: '/api/newsletter/abandoned-cart',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: Link,
  reply: linkReply,
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})
