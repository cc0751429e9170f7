import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { collectorPath } from './rules/collector-path.ts'
import { metricNames, metricsPath, maxMetrics } from './rules/metrics.ts'
import { maxBatchSize } from './rules/tracking-plan.ts'

/** Anything that JSON holds; the tracking plan says which parts are read. */
const Fields = z.record(z.string().max(60), z.unknown())
const Id = z.string().min(1).max(100)
const Moment = z.iso.datetime({ offset: true })

const Context = z.object({
  /** The values last met, by the names name, source, medium, term and content. */
  campaign: Fields.optional(),
  /** The values first met. */
  first_campaign: Fields.optional(),
  /** `fb.{0|1|2}.{timestamp}.{fbclid}` (spec §9). */
  click_id: z.string().max(300).optional(),
  /** The hashed account info of spec §3. */
  hashes: Fields.optional(),
})

const messageFields = {
  /** The same id is stored once. */
  messageId: Id.optional(),
  anonymousId: Id.nullish(),
  /** Not used: the session identifies the member. */
  userId: Id.nullish(),
  /** Of a `track`. */
  event: z.string().max(100).optional(),
  /** Of a `page`: its title. */
  name: z.string().max(300).nullish(),
  properties: Fields.optional(),
  /** Of an `identify`. */
  traits: Fields.optional(),
  context: Context.optional(),
  /** A destination by name and false: not delivered to it. `All` and false: only to those named and true. */
  integrations: Fields.optional(),
  /** When it happened, and when it was sent, by the sender's clock. */
  timestamp: Moment.optional(),
  sentAt: Moment.optional(),
}

/** A message of Segment's tracking API. Types that the shop does not count are taken and dropped. */
const Message = z.object({
  type: z.enum(['page', 'track', 'identify', 'screen', 'alias', 'group']),
  ...messageFields,
})

/** `pending`: new messages that some destination may get; the others were known, not planned, or without consent. */
const reply = z.object({ success: z.literal(true), recorded: z.number().int() })

const errors = ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'] as const

const batch = z.object({
  batch: z.array(Message).min(1).max(maxBatchSize),
  context: Context.optional(),
  integrations: Fields.optional(),
  sentAt: Moment.optional(),
})

/**
 * Takes events, ten at most at a time (spec §9), in the form of Segment's tracking API. The consent of the request
 * decides which destinations get them; without any they are dropped unread.
 */
export const collect = defineEndpoint({
  name: 'collect',
  method: 'POST',
  path: collectorPath,
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['events'],
  payload: batch,
  reply,
  errors,
})

/** The same at the address that Segment's own libraries use. */
export const collectBatch = defineEndpoint({
  name: 'collectBatch',
  method: 'POST',
  path: '/v1/batch',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['events'],
  payload: batch,
  reply,
  errors,
})

/** One message at the paths of Segment's libraries; `p`, `t` and `i` are their names in analytics.js. */
export const collectOne = defineEndpoint({
  name: 'collectOne',
  method: 'POST',
  path: '/v1/{kind}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['event'],
  payload: z.object({
    kind: z.enum(['p', 't', 'i', 'a', 'g', 'page', 'track', 'identify', 'screen', 'alias', 'group']),
    ...messageFields,
  }),
  reply,
  errors,
})

/** Receives the counts of the browser's queue; nothing personal. */
export const collectMetrics = defineEndpoint({
  name: 'collectMetrics',
  method: 'POST',
  path: metricsPath,
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({
    series: z
      .array(
        z.object({
          type: z.literal('Counter'),
          metric: z.enum(metricNames),
          value: z.int().min(1).max(10_000),
        }),
      )
      .min(1)
      .max(maxMetrics),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors,
})
