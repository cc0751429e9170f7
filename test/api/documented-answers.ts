import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { brand } from '#shared/brand.ts'
import type { Endpoint } from '#shared/endpoint.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
  readonly responses: Readonly<Record<string, unknown>>
}

/** As much of the published document as tests read. */
export interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

// What would reveal internals to a stranger.
const insides =
  /node_modules|\.tsx?:\d|\n\s+at |\/src\/|\bselect\b .*\bfrom\b|\binsert into\b|violates|relation "|SQLSTATE|invalid input syntax|kysely|ZodError|ECONN|\bstack\b/i

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1')

export const operationOf = (document: PublishedDocument, call: Endpoint): Operation => {
  const operation = document.paths[call.path]?.[call.method.toLowerCase()]
  if (!operation) throw new Error(`${call.name} is not described`)
  return operation
}

/** Says what is wrong with answers, by the published document alone. */
export const responseChecker = (document: PublishedDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const compiled = new Map<string, ValidateFunction>()
  const schemaFor = (call: Endpoint, status: string): ValidateFunction => {
    const at = `api#/paths/${escaped(call.path)}/${call.method.toLowerCase()}/responses/${status}/content/application~1json/schema`
    const known = compiled.get(at) ?? ajv.compile({ $ref: encodeURI(at) })
    compiled.set(at, known)
    return known
  }
  const bodyErrors = (call: Endpoint, answer: LightMyRequestResponse): string | null => {
    const validate = schemaFor(call, String(answer.statusCode))
    if (validate(answer.json())) return null
    return `the body is not as described: ${ajv.errorsText(validate.errors)} in ${answer.body.slice(0, 400)}`
  }
  /** Null for an answer as it is described; else what is wrong, in words. */
  return (call: Endpoint, answer: LightMyRequestResponse): string | null => {
    const { statusCode, headers, body } = answer
    if (statusCode >= 500) return `the shop failed with ${statusCode}: ${body.slice(0, 400)}`
    if (operationOf(document, call).responses[statusCode] === undefined)
      return `status ${statusCode} is not described: ${body.slice(0, 400)}`
    if (!String(headers['content-type']).startsWith('application/json'))
      return `it is ${headers['content-type']}`
    if (statusCode >= 400 && insides.test(body))
      return `the refusal tells about the inside: ${body.slice(0, 400)}`
    if (statusCode >= 400 && headers[brand.keys.errorHeader] !== answer.json().code)
      return 'header and body disagree'
    return bodyErrors(call, answer)
  }
}
