import { ownValue } from '#shared/own-value.ts'
import { isRecord } from '#shared/is-record.ts'
import type { JsonSchema } from './json-schema.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** A parameter or a field of a body, as text. */
export interface Field {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly kind: string
}

interface Failure {
  readonly status: string
  readonly code: string
  readonly text: string
}

/** One endpoint as shown on the documentation page. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly part: string
  readonly fields: readonly Field[]
  readonly reply: JsonSchema
  readonly failures: readonly Failure[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** `string, at most 60 characters`: a schema as short text. */
const kindOf = (schema: JsonSchema): string => {
  const choices = list(schema['anyOf'])
  if (choices.length > 0) return choices.map((one) => kindOf(record(one))).join(' or ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema['enum'] !== undefined)
    return list(schema['enum'])
      .map((one) => JSON.stringify(one))
      .join(' or ')
  if (schema['type'] === 'array') return `list of ${kindOf(record(schema['items']))}`
  const maxLength = schema['maxLength']
  const kind = [text(schema['type']) || 'anything', text(schema['format'])]
    .filter((word) => word !== '')
    .join(' ')
  return typeof maxLength === 'number' ? `${kind}, at most ${maxLength} characters` : kind
}

const fieldsOfBody = (schema: JsonSchema, before = ''): Field[] => {
  const required = list(schema['required'])
  return Object.entries(record(schema['properties'])).flatMap(([name, part]) => {
    const inner = record(part)
    const path = `${before}${name}`
    const field = { name: path, place: 'body', required: required.includes(name), kind: kindOf(inner) }
    return [field, ...fieldsOfBody(inner, `${path}.`)]
  })
}

const bodyOf = (operation: JsonSchema): JsonSchema =>
  record(record(record(record(operation['requestBody'])['content'])['application/json'])['schema'])

const fieldsOf = (operation: JsonSchema): Field[] => {
  const parameters = list(operation['parameters']).map(record)
  const body = bodyOf(operation)
  const bodies = [body, ...list(body['anyOf']).map(record)]
  return [
    ...parameters.map((one) => ({
      name: text(one['name']),
      place: text(one['in']),
      required: one['required'] === true,
      kind: kindOf(record(one['schema'])),
    })),
    ...bodies.flatMap((one) => fieldsOfBody(one)),
  ]
}

const failuresOf = (operation: JsonSchema): Failure[] =>
  Object.entries(record(operation['responses'])).flatMap(([status, response]) => {
    const examples = record(record(record(record(response)['content'])['application/json'])['examples'])
    return Object.entries(examples).map(([code, example]) => ({
      status,
      code,
      text: text(record(record(example)['value'])['detail']),
    }))
  })

const replyOf = ({ components }: OpenApiDocument, operation: JsonSchema): JsonSchema => {
  const done = record(record(operation['responses'])['200'])
  const schema = record(record(record(done['content'])['application/json'])['schema'])
  const name = text(schema['$ref']).replace('#/components/schemas/', '')
  const { schemas }: { readonly schemas: Readonly<Record<string, JsonSchema>> } = components
  return ownValue(schemas, name) ?? schema
}

/** All endpoints of a document, in its order. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: text(operation['operationId']),
      method: method.toUpperCase(),
      path,
      title: text(operation['summary']),
      description: text(operation['description']),
      part: text(list(operation['tags'])[0]),
      fields: fieldsOf(operation),
      reply: replyOf(document, operation),
      failures: failuresOf(operation),
    })),
  )
