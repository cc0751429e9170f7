import { brand } from '#shared/brand.ts'
import type { Endpoint, Access } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { errorResponses, errorSchema, pathNames } from './error-responses.ts'
import { appScheme, partnerHeaders, partnerParameters } from './partner-document.ts'
import { isRecord } from '#shared/is-record.ts'
import { createSchemas } from './json-schema.ts'
import type { JsonSchema, Schemas } from './json-schema.ts'

/** The document's information about the shop. */
export interface OpenApiFacts {
  readonly publicUrl: string
  readonly sessionCookie: string
  readonly agentCookie: string
  readonly deskCookie: string
}

const security: Readonly<Record<Access, readonly JsonSchema[]>> = {
  anyone: [{}, { session: [] }],
  member: [{ session: [] }],
  agent: [{ visit: [] }],
  staff: [{ desk: [] }],
  partner: [{ key: [] }, { app: [] }],
  machine: [{ signature: [] }],
}

/** What an impersonation session may read or write for the member accepts its cookie instead of the member's. */
const securityOf = (endpoint: Endpoint): readonly JsonSchema[] => {
  if (endpoint.access === 'partner') return [{ key: [] }, { app: [endpoint.scope] }]
  return ['read', 'write'].includes(endpoint.agent)
    ? [...security[endpoint.access], { visit: [] }]
    : security[endpoint.access]
}

const accessDescriptions: Readonly<Record<Access, string>> = {
  anyone: 'For everybody.',
  member: 'For a signed-in member, who is known by the session cookie alone.',
  agent: 'For an agent of support, or a person of staff, about the visit in which they act for a member.',
  partner: 'For programs of partners, whose key or access token has the scope of the endpoint.',
  staff: 'For staff who signed in at the desk, as far as their role goes.',
  machine: 'For a provider of the shop (cards, shipping or mail), whose signature covers the body.',
}

const securitySchemes = ({
  publicUrl,
  sessionCookie,
  agentCookie,
  deskCookie,
}: OpenApiFacts): JsonSchema => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `Set by signing in; HttpOnly. The cookie ${brand.keys.identityToken} only says who is signed in and opens nothing.`,
  },
  visit: {
    type: 'apiKey',
    in: 'cookie',
    name: agentCookie,
    description:
      'Set when an agent of support begins a visit, or a person of staff at the desk, for whom it counts only together with the desk’s own cookie; HttpOnly, and good for what agents may do for a member.',
  },
  desk: {
    type: 'apiKey',
    in: 'cookie',
    name: deskCookie,
    description: 'Set by signing in at the desk with a passkey; HttpOnly, and good for nothing else.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that the shop made for the partner, as a bearer token.',
  },
  app: appScheme(publicUrl),
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'signature',
    description:
      'In the header and form of the provider that sends it: the card processor’s (such as `stripe-signature`), the carrier’s (such as `x-hmac-signature`) or the mail service’s.',
  },
})

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** `viewCouponPlans` → `View coupon plans`. */
const titleOf = (name: string): string =>
  capital(name.replaceAll(/[A-Z]/g, (capitalized) => ` ${capitalized.toLowerCase()}`))

const pathPrefixes = ['api', 'ecommerce', 'external', 'v1']

/** The tag of an endpoint: the first word of its path that is not a mere prefix. */
const partOf = ({ path }: Endpoint): string =>
  path.split('/').find((word) => word !== '' && !pathPrefixes.includes(word)) ?? ''

const otherPath = ({ path }: Endpoint): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

interface Input {
  readonly parameters: readonly JsonSchema[]
  readonly body: JsonSchema | null
}

/** One payload, split into path, query and body as the router joins it. */
const inputOf = (endpoint: Endpoint, { plain }: Schemas): Input => {
  const schema = plain(endpoint.payload, 'input')
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = namesIn(schema['required'])
  const inPath = pathNames(endpoint)
  const parameter = (place: 'path' | 'query', name: string): JsonSchema => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: ownValue(properties, name) ?? { type: 'string' },
  })
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const path = inPath.map((name) => parameter('path', name))
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return { parameters: [...path, ...others.map((name) => parameter('query', name))], body: null }
  }
  const body = {
    ...schema,
    properties: Object.fromEntries(others.map((name) => [name, ownValue(properties, name)])),
    required: required.filter((name) => others.includes(name)),
  }
  const isUnion = schema['properties'] === undefined
  return { parameters: path, body: isUnion ? schema : others.length > 0 ? body : null }
}

const csvContent = { 'text/csv': { schema: { type: 'string' } } } as const

const requestBody = (endpoint: Endpoint, body: JsonSchema | null): JsonSchema => {
  if (endpoint.access === 'machine') {
    const anything = { description: 'As the provider sent and signed it.' }
    return { requestBody: { required: true, content: { 'application/json': { schema: anything } } } }
  }
  if (body === null) return {}
  const required = namesIn(body['required']).length > 0 || body['properties'] === undefined
  const csv = endpoint.csv === 'body' ? csvContent : {}
  return { requestBody: { required, content: { 'application/json': { schema: body }, ...csv } } }
}

const successes = (endpoint: Endpoint, schemas: Schemas): JsonSchema => {
  const schema = schemas.refer(endpoint.reply, `${capital(endpoint.name)}Reply`)
  const content = { 'application/json': { schema }, ...(endpoint.csv === 'reply' ? csvContent : {}) }
  const ok = { 200: { description: 'Done.', ...partnerHeaders(endpoint), content } }
  const created = endpoint.createdWhen === undefined ? {} : { 201: { description: 'Created.', content } }
  const redirect =
    endpoint.page === undefined
      ? {}
      : { 303: { description: 'Browsers that open the address are led to its page.' } }
  return { ...ok, ...created, ...redirect }
}

const operation = (endpoint: Endpoint, schemas: Schemas): JsonSchema => {
  const { parameters: inAddress, body } = inputOf(endpoint, schemas)
  const parameters = [...inAddress, ...partnerParameters(endpoint)]
  return {
    operationId: endpoint.name,
    summary: titleOf(endpoint.name),
    description: `${accessDescriptions[endpoint.access]} Answers at \`${otherPath(endpoint)}\` too.`,
    tags: [partOf(endpoint)],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(endpoint, body),
    responses: {
      ...successes(endpoint, schemas),
      ...errorResponses(endpoint),
    },
    'x-access': endpoint.access,
    ...(endpoint.access === 'partner' ? { 'x-scope': endpoint.scope } : {}),
    'x-source': endpoint.spec,
  }
}

const introduction = `Every endpoint takes and returns JSON; some say that they take or return CSV as well. Paths work with and without the trailing slash. A failed request \
answers the form ErrorReply and names its code in the header \`${brand.keys.errorHeader}\`. Amounts are numeric strings \
such as \`49.99\`. Carts are kept by the cookie \`${brand.keys.cartIdCookie}\`, sessions by an HttpOnly cookie. \
Browsers may write only from the shop's own pages; other programs send no Origin and keep the cookies that they were given.`

/** The description of a document, apart from its endpoints. */
export interface DocumentText {
  readonly title: string
  readonly introduction: string
  /** Messages that the shop sends, by their names. */
  readonly webhooks?: (schemas: Schemas) => Readonly<Record<string, JsonSchema>>
}

const completeApi: DocumentText = { title: `${brand.name} API`, introduction }

/** The OpenAPI 3.1 description of endpoints, made from the endpoint table alone. */
export const openApiDocument = (
  endpoints: readonly Endpoint[],
  facts: OpenApiFacts,
  text: DocumentText = completeApi,
) => {
  const schemas = createSchemas()
  const paths = new Map<string, Record<string, JsonSchema>>()
  for (const endpoint of endpoints)
    paths.set(endpoint.path, {
      ...paths.get(endpoint.path),
      [endpoint.method.toLowerCase()]: operation(endpoint, schemas),
    })
  const webhooks = text.webhooks?.(schemas)
  return {
    openapi: '3.1.1',
    info: { title: text.title, version: '1', description: text.introduction },
    servers: [{ url: facts.publicUrl }],
    tags: [...new Set(endpoints.map(partOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    ...(webhooks ? { webhooks } : {}),
    components: {
      schemas: { ErrorReply: errorSchema, ...schemas.named() },
      securitySchemes: securitySchemes(facts),
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
