import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ShopError, errorCatalogue, errorReply } from '#shared/errors.ts'
import { isLimited } from '../http/rate-limits.ts'
import type { JsonSchema } from './json-schema.ts'

/** What may go wrong before or behind any handler. */
const commonErrors: readonly ErrorCode[] = ['UNKNOWN', 'SHOP_BUSY']

/** The errors of bodies and of requests from other sites. */
const writeErrors: readonly ErrorCode[] = [
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Path parameters of an endpoint, in the order of its path. */
export const pathNames = ({ path }: Pick<Endpoint, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

const hasNoPayload = ({ payload }: Endpoint): boolean =>
  payload instanceof z.ZodObject && Object.keys(payload.shape).length === 0

/** Every error of an endpoint: its own, then the general ones of the API. */
const errorsOfEndpoint = (endpoint: Endpoint): ErrorCode[] => {
  const codes: ErrorCode[] = [...endpoint.errors]
  // An agent of support may not do everything that a member may.
  if (endpoint.access === 'member' || endpoint.access === 'agent') codes.push('UNAUTHENTICATED', 'FORBIDDEN')
  if (!hasNoPayload(endpoint)) codes.push('VALIDATION_ERROR')
  if (endpoint.method !== 'GET') codes.push(...writeErrors)
  // A path that cannot be decoded is not found.
  if (pathNames(endpoint).length > 0) codes.push('NOT_FOUND')
  if (isLimited(endpoint)) codes.push('TOO_MANY_REQUESTS')
  return [...new Set([...codes, ...commonErrors])]
}

/** The one form of every error reply (spec §8). */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The reply of every failed request.',
  properties: {
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    detail: { type: 'string', description: 'A sentence for people.' },
    status: { type: 'integer', description: 'The HTTP status once more.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence per field of the payload, by its path, such as `address.zip`.',
    },
    data: { type: 'object', description: 'Facts for programs, such as the new `total`.' },
    requestId: { type: 'string', description: 'To be named when asking for help.' },
  },
  required: ['code', 'detail', 'status'],
  additionalProperties: false,
}

const example = (code: ErrorCode) => [code, { value: errorReply(new ShopError(code)) }] as const

const response = (status: string, codes: readonly ErrorCode[]): JsonSchema => ({
  description: codes.map((code) => `${code}: ${errorCatalogue[code].detail}`).join('\n\n'),
  headers: {
    [brand.keys.errorHeader]: {
      description: 'The code once more; clients know a typed error by this header.',
      required: true,
      schema: { type: 'string', enum: codes },
    },
  },
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/ErrorReply' }],
        properties: { code: { enum: codes }, status: { const: Number(status) } },
      },
      examples: Object.fromEntries(codes.map(example)),
    },
  },
})

/** The errors of an endpoint by HTTP status, each with its codes, texts and the error header. */
export const errorResponses = (endpoint: Endpoint): Readonly<Record<string, JsonSchema>> => {
  const byStatus = Object.groupBy(errorsOfEndpoint(endpoint), (code) => String(errorCatalogue[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [status, response(status, codes)]),
  )
}
