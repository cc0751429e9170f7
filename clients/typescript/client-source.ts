/** A part of an OpenAPI document. */
type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const json = (value: unknown): Json => (isJson(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `OrderList` of `#/components/schemas/OrderList`. */
const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const quoted = (value: unknown): string => JSON.stringify(value)

const objectType = (schema: Json): string => {
  const properties = Object.entries(json(schema['properties']))
  if (properties.length === 0) return 'Readonly<Record<string, unknown>>'
  const required = list(schema['required'])
  const fields = properties.map(
    ([name, part]) => `readonly ${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(json(part))}`,
  )
  return `{ ${fields.join('; ')} }`
}

const scalarTypes = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

/** The TypeScript type of a JSON schema, as far as the partner API has schemas. */
const typeOf = (schema: Json): string => {
  const reference = schema['$ref']
  if (typeof reference === 'string') return nameOf(reference)
  if (schema['const'] !== undefined) return quoted(schema['const'])
  const choices = list(schema['enum'])
  if (choices.length > 0) return choices.map(quoted).join(' | ')
  const anyOf = list(schema['anyOf'])
  if (anyOf.length > 0) return anyOf.map((part) => typeOf(json(part))).join(' | ')
  const types = list(schema['type'])
  if (types.length > 0) return types.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema['type'] === 'array') return `readonly (${typeOf(json(schema['items']))})[]`
  if (schema['type'] === 'object') return objectType(schema)
  return scalarTypes.get(text(schema['type'])) ?? 'unknown'
}

interface Operation {
  readonly name: string
  readonly source: string
  readonly type: string
}

const contentOf = (holder: unknown): Json =>
  json(json(json(json(holder)['content'])['application/json'])['schema'])

const operationOf = (path: string, method: string, found: Json): Operation => {
  const name = text(found['operationId'])
  const parameters = list(found['parameters']).map(json)
  const namesIn = (place: string): string[] =>
    parameters.filter((one) => one['in'] === place).map((one) => text(one['name']))
  const inAddress = parameters
    .filter((one) => one['in'] !== 'header')
    .map(
      (one) =>
        `readonly ${quoted(one['name'])}${one['required'] === true ? '' : '?'}: ${typeOf(json(one['schema']))}`,
    )
  const body = contentOf(found['requestBody'])
  const input = [`{ ${inAddress.join('; ')} }`, ...(body['type'] === undefined ? [] : [typeOf(body)])]
  const isWrite = namesIn('header').includes('Idempotency-Key')
  return {
    name,
    source: `${name}: { method: ${quoted(method.toUpperCase())}, path: ${quoted(path)}, query: ${quoted(namesIn('query'))}, isWrite: ${isWrite} }`,
    type: `${name}: { readonly input: ${input.join(' & ')}; readonly output: ${typeOf(contentOf(json(found['responses'])['200']))} }`,
  }
}

const eventTypesOf = (document: Json): string[] => [
  ...new Set(
    Object.values(json(document['webhooks'])).map((event) =>
      typeOf(contentOf(json(json(event)['post'])['requestBody'])),
    ),
  ),
]

/** The source of the generated part of the client: a type for each schema, and a row for each operation. */
export const clientSource = (document: Json): string => {
  const schemas = Object.entries(json(json(document['components'])['schemas']))
  const operations = Object.entries(json(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(json(methods)).map(([method, found]) => operationOf(path, method, json(found))),
  )
  return [
    '// Made by `npm run client` from the OpenAPI document of the partner API.',
    '',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(json(schema))}\n`),
    `/** The body of every webhook. */\nexport type WebhookEvent = ${eventTypesOf(document).join(' | ')}\n`,
    `/** What each operation takes and returns. */\nexport interface Operations {\n${operations.map(({ type }) => `readonly ${type}`).join('\n')}\n}\n`,
    `/** How each operation is sent. */\nexport const operations = {\n${operations.map(({ source }) => source).join(',\n')}\n} as const\n`,
  ].join('\n')
}
