import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

const Mail = z.object({
  id: z.string(),
  to: z.string(),
  /** The reply address; null when that is the sender. */
  reply_to: z.string().nullable(),
  /** Headers in addition to those of every mail. */
  headers: z.record(z.string(), z.string()),
  subject: z.string(),
  sent_at: z.string(),
  text: z.string(),
  html: z.string(),
})

/** Mails of the outbox folder, newest first; empty when mails go out by SMTP. */
export const viewOutbox = defineEndpoint({
  name: 'viewOutbox',
  method: 'GET',
  path: '/api/outbox',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'only in a sandbox shop' },
  payload: z.object({ to: z.string().max(254).optional() }),
  reply: z.object({ mails: z.array(Mail) }),
  errors: ['NOT_FOUND'],
})

export const viewClock = defineEndpoint({
  name: 'viewClock',
  method: 'GET',
  path: '/api/time-machine',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'only in a sandbox shop' },
  payload: z.object({}),
  reply: z.object({ now: z.string(), today: z.string(), next_due_on: z.string().nullable() }),
  errors: ['NOT_FOUND'],
})

/** Moves the shop's clock forward to the start of a day, or by days; everything due happens on the way, in order. */
export const moveClock = defineEndpoint({
  name: 'moveClock',
  method: 'POST',
  path: '/api/time-machine',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'only in a sandbox shop' },
  payload: z.union([
    z.object({ to: z.iso.date() }),
    z.object({ days: z.coerce.number().int().min(1).max(3700) }),
    z.object({ to_next_due: z.literal(true) }),
  ]),
  reply: z.object({
    now: z.string(),
    today: z.string(),
    stops: z.array(
      z.object({ on: z.string(), renewals: z.number(), declined: z.number(), shipped: z.number() }),
    ),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SHOP_BUSY'],
})
