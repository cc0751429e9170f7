import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { PartnerScopeName } from '#shared/partner-scope.ts'
import { maxKeyDays, usualKeyDays } from './key/rules/api-key.ts'
import { actionErrors, actions, done, Name, readErrors, reads } from './desk-rows.ts'
import { maxUrlLength } from './rules/partner-order.ts'
import { EventTypeName } from './webhook/rules/event-types.ts'

const DeskKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  scopes: z.array(PartnerScopeName),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  /** Within some minutes. */
  last_used_at: z.string().nullable(),
  is_live: z.boolean(),
})

export type DeskKey = z.output<typeof DeskKey>

export const listDeskKeys = defineEndpoint({
  ...reads,
  name: 'listDeskKeys',
  method: 'GET',
  path: '/api/desk/developers/keys/',
  payload: z.object({}),
  reply: z.object({ keys: z.array(DeskKey) }),
  errors: readErrors,
})

const days = z.coerce.number().int().min(1).max(maxKeyDays, 'Please enter at most 730 days.')

export const KeyForm = z.object({
  name: Name,
  scopes: z.array(PartnerScopeName).min(1, 'Please choose what the key may do.'),
  days: days.default(usualKeyDays),
})

/** The key is in the reply once and nowhere else. */
const shownKey = z.object({ key: z.string() })

export const createDeskKey = defineEndpoint({
  ...actions,
  name: 'createDeskKey',
  method: 'POST',
  path: '/api/desk/developers/keys/',
  payload: KeyForm,
  reply: shownKey,
  errors: actionErrors,
})

/** A new key with the same name and scopes for a year; the old one counts for a week more. */
export const rotateDeskKey = defineEndpoint({
  ...actions,
  name: 'rotateDeskKey',
  method: 'POST',
  path: '/api/desk/developers/keys/{id}/rotate/',
  payload: z.object({ id: z.uuid() }),
  reply: shownKey,
  errors: actionErrors,
})

export const revokeDeskKey = defineEndpoint({
  ...actions,
  name: 'revokeDeskKey',
  method: 'POST',
  path: '/api/desk/developers/keys/{id}/revoke/',
  payload: z.object({ id: z.uuid() }),
  reply: done,
  errors: actionErrors,
})

const DeskWebhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Also those that only a newer release of the shop knows. */
  event_types: z.array(z.string()),
  created_at: z.string(),
  off_at: z.string().nullable(),
  off_reason: z.string().nullable(),
  old_secret_until: z.string().nullable(),
  /** Failed attempts in a row. */
  failures: z.number().int(),
  paused_until: z.string().nullable(),
  state: z.enum(['fine', 'failing', 'off']),
  waiting: z.number().int(),
  given_up: z.number().int(),
})

export type DeskWebhook = z.output<typeof DeskWebhook>

export const listDeskWebhooks = defineEndpoint({
  ...reads,
  name: 'listDeskWebhooks',
  method: 'GET',
  path: '/api/desk/developers/webhooks/',
  payload: z.object({}),
  reply: z.object({ webhooks: z.array(DeskWebhook) }),
  errors: readErrors,
})

export const WebhookForm = z.object({
  name: Name,
  url: z.string().trim().max(maxUrlLength, 'Please enter a shorter address.'),
  event_types: z.array(EventTypeName).min(1, 'Please choose at least one event.'),
})

/** The secret is in the reply once. */
const shownSecret = z.object({ id: z.string(), secret: z.string() })

export const createDeskWebhook = defineEndpoint({
  ...actions,
  name: 'createDeskWebhook',
  method: 'POST',
  path: '/api/desk/developers/webhooks/',
  payload: WebhookForm,
  reply: shownSecret,
  errors: actionErrors,
})

/** For a day messages are signed with the old secret, too. */
export const rotateDeskSecret = defineEndpoint({
  ...actions,
  name: 'rotateDeskSecret',
  method: 'POST',
  path: '/api/desk/developers/webhooks/{id}/secret/',
  payload: z.object({ id: z.uuid() }),
  reply: shownSecret,
  errors: actionErrors,
})

export const switchDeskWebhook = defineEndpoint({
  ...actions,
  name: 'switchDeskWebhook',
  method: 'POST',
  path: '/api/desk/developers/webhooks/{id}/switch/',
  payload: z.object({ id: z.uuid(), on: z.boolean(), reason: oneLine().max(200).default('') }),
  reply: done,
  errors: readErrors,
})

const state = z.enum(['waiting', 'delivered', 'given-up'])

const Delivery = z.object({
  event_id: z.string(),
  type: z.string(),
  /** What it is about: `order:…`. */
  subject: z.string(),
  order_number: z.string().nullable(),
  state,
  attempts: z.number().int(),
  happened_at: z.string(),
  /** Null when nothing is to be sent. */
  next_at: z.string().nullable(),
  /** What was answered last: a status, or why there was no answer; null before the first attempt. */
  answer: z.string().nullable(),
})

export type DeskDelivery = z.output<typeof Delivery>

export const viewDeskWebhook = defineEndpoint({
  ...reads,
  name: 'viewDeskWebhook',
  method: 'GET',
  path: '/api/desk/developers/webhooks/{id}/',
  payload: z.object({
    id: z.uuid(),
    state: state.optional(),
    /** `older` of the page before. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    webhook: DeskWebhook,
    deliveries: z.array(Delivery),
    older: z.number().int().nullable(),
    /** What became of the events of the last days of the shop, the earliest first; empty on all pages but the first. */
    days: z.array(
      z.object({
        day: z.string(),
        delivered: z.number().int(),
        waiting: z.number().int(),
        given_up: z.number().int(),
      }),
    ),
    now: z.string(),
  }),
  errors: readErrors,
})

export const viewDeskDelivery = defineEndpoint({
  ...reads,
  name: 'viewDeskDelivery',
  method: 'GET',
  path: '/api/desk/developers/webhooks/{id}/deliveries/{event_id}/',
  payload: z.object({ id: z.uuid(), event_id: z.uuid() }),
  reply: z.object({
    webhook: DeskWebhook,
    delivery: Delivery,
    /** The message: its id, and its body as it is sent. */
    message_id: z.string(),
    body: z.string(),
    attempts: z.array(
      z.object({
        sent_at: z.string(),
        status: z.number().int().nullable(),
        milliseconds: z.number().int(),
        detail: z.string(),
      }),
    ),
  }),
  errors: readErrors,
})

const replay = {
  ...reads,
  method: 'POST',
  reply: z.object({ count: z.number().int() }),
  errors: readErrors,
} as const

/** Sends one event again, with the same id and body. */
export const replayDeskDelivery = defineEndpoint({
  ...replay,
  name: 'replayDeskDelivery',
  path: '/api/desk/developers/webhooks/{id}/deliveries/{event_id}/replay/',
  payload: z.object({ id: z.uuid(), event_id: z.uuid() }),
})

/** Likewise everything that happened in a period, or what was given up of it; days of the shop, both included. */
export const replayDeskDeliveries = defineEndpoint({
  ...replay,
  name: 'replayDeskDeliveries',
  path: '/api/desk/developers/webhooks/{id}/replay/',
  payload: z.object({
    id: z.uuid(),
    from: z.iso.date('Please enter a day.'),
    until: z.iso.date('Please enter a day.'),
    given_up_only: z.boolean().default(true),
  }),
})
