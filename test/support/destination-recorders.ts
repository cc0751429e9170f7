import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'

const Json = z.record(z.string(), z.json())
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Segment's HTTP tracking API: a batch of messages, each with whom it is about. */
const SegmentBatch = z.strictObject({
  batch: z
    .array(
      z
        .looseObject({
          type: z.enum(['identify', 'page', 'track']),
          messageId: z.string().min(1).max(100),
          timestamp: z.iso.datetime(),
          userId: z.string().optional(),
          anonymousId: z.string().optional(),
          event: z.string().optional(),
          properties: Json.optional(),
          traits: Json.optional(),
          context: Json,
        })
        .refine(({ userId, anonymousId }) => userId !== undefined || anonymousId !== undefined, 'nobody')
        .refine(({ type, event }) => type !== 'track' || event !== undefined, 'a track without an event'),
    )
    .min(1),
  sentAt: z.iso.datetime(),
})

const reserved = /^(_|firebase_|ga_|google_|gtag\.)/
const consent = z.enum(['GRANTED', 'DENIED'])
const Param = z.union([z.string().max(100), z.number(), z.boolean()])

/** The measurement protocol of Google Analytics with its limits, as the validation server knows them. */
const Ga4Request = z.strictObject({
  client_id: z.string().min(1),
  user_id: z.string().max(256).optional(),
  timestamp_micros: z.int(),
  consent: z.strictObject({ ad_user_data: consent, ad_personalization: consent }),
  events: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z]\w{0,39}$/).refine((name) => !reserved.test(name)), // prettier-ignore
        params: z
          .object({
            items: z.array(Json).max(200).optional(),
            page_location: z.string().max(1000).optional(),
          })
          .catchall(Param)
          .refine((params) => Object.keys(params).length <= 25, 'too many parameters')
          .refine((params) => Object.keys(params).every((name) => name.length <= 40 && !reserved.test(name)))
          .refine((params) => !('value' in params) || 'currency' in params, 'a value without its currency'),
      }),
    )
    .min(1)
    .max(25),
})

/** Meta's conversions API: who it was is hashed but for the click and the browser. */
const MetaRequest = z.strictObject({
  data: z
    .array(
      z
        .strictObject({
          event_name: z.string(),
          event_time: z.int(),
          event_id: z.string(),
          action_source: z.enum(['website', 'system_generated']),
          event_source_url: z.url().optional(),
          user_data: z
            .strictObject({
              em: z.array(hash), ph: z.array(hash), fn: z.array(hash), ln: z.array(hash),
              ct: z.array(hash), st: z.array(hash), zp: z.array(hash),
              fbc: z.string().regex(/^fb\.[012]\.\d+\.\S+$/),
              client_user_agent: z.string(),
            })
            .partial(), // prettier-ignore
          custom_data: z
            .strictObject({
              value: z.number(), currency: z.string().length(3), order_id: z.string(),
              content_type: z.literal('product'),
              contents: z.array(z.strictObject({ id: z.string(), quantity: z.int().optional(), item_price: z.number().optional() })), // prettier-ignore
            })
            .partial(), // prettier-ignore
        })
        .refine(
          ({ action_source: source, event_source_url: url, user_data: user }) =>
            source !== 'website' || (url !== undefined && user.client_user_agent !== undefined),
          'a website event without its browser',
        ) // prettier-ignore
        .refine(
          ({ event_name: name, custom_data: data }) =>
            name !== 'Purchase' || (data.value !== undefined && data.currency !== undefined),
          'a purchase without its value',
        ) // prettier-ignore
        .refine(
          ({ user_data: user }) => Object.keys(user).some((name) => name !== 'client_user_agent'),
          'nobody',
        ),
    )
    .min(1)
    .max(1000),
  access_token: z.literal('the token of Meta'),
})

type Answer = readonly [status: number, body: string]

const read = async (request: IncomingMessage): Promise<unknown> => {
  let body = ''
  for await (const piece of request) body += String(piece)
  return JSON.parse(body)
}

/**
 * Servers that speak the protocols of the outside destinations, as their documentation describes them, and record what
 * they get. Protocol violations are answered as the real ones do, or, where those say nothing, with 400.
 */
export const startRecorders = async () => {
  const segment: z.output<typeof SegmentBatch>['batch'] = []
  const ga4: z.output<typeof Ga4Request>[] = []
  const meta: z.output<typeof MetaRequest>['data'] = []
  const faults: string[] = []
  let down = 0
  const refuse = (what: string, { error }: { readonly error: z.ZodError }): Answer => {
    faults.push(`${what}: ${z.prettifyError(error)}`)
    return [400, '{}']
  }
  const answerSegment = (request: IncomingMessage, body: unknown): Answer => {
    const parsed = SegmentBatch.safeParse(body)
    const key = `Basic ${Buffer.from('the key of Segment:').toString('base64')}`
    if (request.headers.authorization !== key) return [401, '{}']
    if (!parsed.success) return refuse('segment', parsed)
    const known = new Set(segment.map(({ messageId }) => messageId))
    segment.push(...parsed.data.batch.filter(({ messageId }) => !known.has(messageId)))
    return [200, '{"success":true}']
  }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await read(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://recorder')
    if (down > 0) {
      down -= 1
      return [503, 'busy']
    }
    if (pathname === '/v1/batch') return answerSegment(request, body)
    if (pathname === '/mp/collect') {
      const parsed = Ga4Request.safeParse(body)
      if (searchParams.get('measurement_id') !== 'G-TEST' || searchParams.get('api_secret') !== 'secret') return [204, ''] // prettier-ignore
      if (!parsed.success) return refuse('ga4', parsed)
      ga4.push(parsed.data)
      return [204, '']
    }
    if (pathname !== '/v24.0/1234567890/events') return [404, '{}']
    const parsed = MetaRequest.safeParse(body)
    if (!parsed.success) return refuse('meta', parsed)
    meta.push(...parsed.data.data)
    return [200, JSON.stringify({ events_received: parsed.data.data.length, messages: [], fbtrace_id: 'x' })]
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status).end(status === 204 ? undefined : body),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    segment,
    ga4,
    meta,
    faults,
    /** The next requests are answered as if the server were down. */
    breakNext: (requests: number): void => {
      down = requests
    },
    environment: {
      SEGMENT_WRITE_KEY: 'the key of Segment',
      SEGMENT_API_BASE: url,
      GA4_MEASUREMENT_ID: 'G-TEST',
      GA4_API_SECRET: 'secret',
      GA4_API_BASE: url,
      META_PIXEL_ID: '1234567890',
      META_ACCESS_TOKEN: 'the token of Meta',
      META_API_BASE: `${url}/v24.0`,
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
