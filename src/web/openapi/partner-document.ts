import { eventSchemas } from '#partner/webhook/rules/event-body.ts'
import { brand } from '#shared/brand.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { oauthPaths } from '#shared/partner-address.ts'
import { partnerScopeTexts } from '#shared/partner-scope.ts'
import type { JsonSchema, Schemas } from './json-schema.ts'

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same request with the same key is done once; its reply is kept for 24 hours.',
  schema: { type: 'string', pattern: String.raw`^[\w.:-]{1,255}$` },
}

/** The headers of a write of the partner API. */
export const partnerParameters = ({ access, method }: Endpoint): readonly JsonSchema[] =>
  access === 'partner' && method !== 'GET' ? [idempotencyKey] : []

const header = (description: string): JsonSchema => ({ description, schema: { type: 'integer' } })

/** The headers of the answers of the partner API. */
export const partnerHeaders = ({ access }: Endpoint): JsonSchema =>
  access === 'partner'
    ? {
        headers: {
          'RateLimit-Limit': header('Requests that the key or the app may send in a minute.'),
          'RateLimit-Remaining': header('How many of them are left.'),
          'RateLimit-Reset': header('Seconds until it may send all of them again.'),
        },
      }
    : {}

/** How an app of a partner gets access tokens. */
export const appScheme = (publicUrl: string): JsonSchema => ({
  type: 'oauth2',
  description:
    'An access token that an app gets for its client_id and secret. It counts for an hour; revocation: POST to ' +
    `${oauthPaths.revoke} (RFC 7009). Metadata: /.well-known/oauth-authorization-server.`,
  flows: { clientCredentials: { tokenUrl: `${publicUrl}${oauthPaths.token}`, scopes: partnerScopeTexts } },
})

/** Each event that the shop sends, as a message to the partner. */
const webhooksIn = (schemas: Schemas): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.values(eventSchemas).flatMap((event) =>
      event.shape.type.options.map((type) => [
        type,
        {
          post: {
            operationId: type,
            summary: type,
            description:
              'Signed by Standard Webhooks. Every answer from 200 to 299 means that it was received.',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schemas.refer(event, type) } },
            },
            responses: { 200: { description: 'Received.' } },
          },
        },
      ]),
    ),
  )

/** The partner API and its webhooks, as a document of their own. */
export const partnerDocument = {
  title: `${brand.name} partner API`,
  introduction: `Programs send a key, or an access token of OAuth 2 client credentials, as a bearer token; each endpoint needs one scope (\`x-scope\`). Lists are read page by page: send \`next\` of one \
page as \`after\` of the next one. Amounts are numeric strings with the decimals of their currency. Every write takes an Idempotency-Key. Fields \
may be added to answers and events; whatever else changes gets another version in the path.`,
  webhooks: webhooksIn,
} as const
