import fc from 'fast-check'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Request } from './test-api.ts'
import { operationOf, type PublishedDocument } from './documented-answers.ts'
import { hostileQuery, hostileSegment, spoiled } from './hostile-values.ts'
import { arbitraryOf, type Pools } from './schema-arbitrary.ts'
import { isRecord } from '#shared/is-record.ts'

/** Whether a request is what its description asks for, or spoiled in every place. */
export type Manner = 'honest' | 'spoiled'

/** A random request and, where that is certain, the payload that the shop makes of it. */
export interface FuzzRequest {
  readonly request: Request
  readonly payload: unknown
}

const wire = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')

const queryOf = (payload: unknown): string =>
  isRecord(payload)
    ? new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, wire(value)])).toString()
    : ''

const parametersIn = (call: Endpoint, document: PublishedDocument, place: 'path' | 'query') => {
  const named = (operationOf(document, call).parameters ?? []).filter((one) => one.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: place === 'path' ? named.map(({ name }) => name) : [],
  }
}

const pathOf = (call: Endpoint, segments: Readonly<Record<string, string>>): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? '')

/** A dot as a whole segment is removed from a URL by the client. */
const segment = (value: unknown): string => {
  const text = encodeURIComponent(wire(value))
  return text === '' || text === '.' || text === '..' ? '%20' : text
}

/** Path parameters, well-formed or not, as they are in the URL. */
const segmentsOf = (call: Endpoint, document: PublishedDocument, pools: Pools, manner: Manner) => {
  const schema = parametersIn(call, document, 'path')
  const names = Object.keys(schema.properties)
  const honest = arbitraryOf(schema, pools).map((values) => {
    const found = isRecord(values) ? values : {}
    return Object.fromEntries(names.map((name) => [name, segment(found[name])]))
  })
  if (manner === 'honest') return honest
  const hostile = fc.record(Object.fromEntries(names.map((name) => [name, hostileSegment])))
  return fc.oneof({ weight: 3, arbitrary: honest }, { weight: 1, arbitrary: hostile })
}

const json = { 'content-type': 'application/json' }

const withBody = (
  call: Endpoint,
  document: PublishedDocument,
  pools: Pools,
  manner: Manner,
): fc.Arbitrary<FuzzRequest> => {
  const schema = operationOf(document, call).requestBody?.content['application/json'].schema ?? {
    type: 'object',
  }
  const query = manner === 'honest' ? fc.constant('') : fc.option(hostileQuery, { freq: 8, nil: '' })
  const honest = arbitraryOf({ ...schema }, pools)
  return fc
    .tuple(segmentsOf(call, document, pools, manner), manner === 'honest' ? honest : spoiled(honest), query)
    .map(([segments, body, extra]) => {
      const url = `${pathOf(call, segments)}${extra === '' ? '' : `?${extra}`}`
      const isPlain = extra === '' && !call.path.includes('{')
      return {
        request: { method: call.method, url, headers: json, body: JSON.stringify(body) },
        // A body of null is no body.
        payload: isPlain && body !== null ? body : undefined,
      }
    })
}

const withoutBody = (
  call: Endpoint,
  document: PublishedDocument,
  pools: Pools,
  manner: Manner,
): fc.Arbitrary<FuzzRequest> => {
  const honest = arbitraryOf(parametersIn(call, document, 'query'), pools)
  const query =
    manner === 'honest'
      ? honest.map(queryOf)
      : fc.oneof(
          { weight: 3, arbitrary: spoiled(honest).map(queryOf) },
          { weight: 1, arbitrary: hostileQuery },
        )
  return fc.tuple(segmentsOf(call, document, pools, manner), query).map(([segments, text]) => ({
    request: { method: call.method, url: `${pathOf(call, segments)}${text === '' ? '' : `?${text}`}` },
    payload: undefined,
  }))
}

/** Requests to one call, made after its description. */
export const requestsTo = (
  call: Endpoint,
  document: PublishedDocument,
  pools: Pools,
  manner: Manner,
): fc.Arbitrary<FuzzRequest> =>
  call.method === 'GET' || call.method === 'DELETE'
    ? withoutBody(call, document, pools, manner)
    : withBody(call, document, pools, manner)
