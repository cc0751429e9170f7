import { z } from 'zod'
import { defineCall } from '#shared/call.ts'
import { collectorPath } from './rules/collector-path.ts'

const Text = z.string().max(200)

/** A message of the form that Segment's tracking API takes. What we do not keep is left out. */
const Message = z.object({
  type: z.literal('page'),
  /** Given by senders that may send twice; the same id is kept once. */
  messageId: z.uuid().optional(),
  name: Text.default(''),
  properties: z.object({
    /** Without query and fragment. */
    path: z
      .string()
      .max(300)
      .regex(/^\/[^?#]*$/, 'an address without its query'),
    /** The site that the visitor came from, by its host alone. */
    referrer: Text.default(''),
    campaign_name: Text.default(''),
    campaign_source: Text.default(''),
    campaign_medium: Text.default(''),
  }),
})

/** Takes page views, ten at most at a time (spec §9). Without consent to C0002 they are dropped unread. */
export const collect = defineCall({
  name: 'collect',
  method: 'POST',
  path: collectorPath,
  spec: 'shop',
  who: 'anyone',
  payload: z.object({ batch: z.array(Message).min(1).max(10) }),
  reply: z.object({ success: z.literal(true), kept: z.number().int() }),
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})
