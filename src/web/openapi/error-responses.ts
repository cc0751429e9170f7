import { brand } from '#shared/brand.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { ShopError, errorCatalogue, errorReply } from '#shared/errors.ts'
import { errorsOfEndpoint } from './endpoint-errors.ts'
import type { JsonSchema } from './json-schema.ts'

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
