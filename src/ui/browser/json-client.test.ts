import { expect, test } from 'vitest'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { ApiError, RequestFailed, retryDelay, requestOf } from './json-client.ts'
import { createTypedClient } from './typed-client.ts'
import { defineEndpoint } from '#shared/endpoint.ts'

const endpoint = {
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'a row of this test' },
  errors: [],
  reply: z.object({ total: z.string() }),
} as const
const read = defineEndpoint({
  ...endpoint,
  name: 'read',
  method: 'GET',
  path: '/api/things/{id}/',
  payload: z.object({ id: z.string(), full: z.boolean().optional() }),
})
const write = defineEndpoint({
  ...endpoint,
  name: 'write',
  method: 'PUT',
  path: '/api/things/{id}',
  payload: z.object({ id: z.string(), name: z.string() }),
})

const good = () => Response.json({ total: '49.99', unknown: 1 })
const broken = () => new Response('no upstream', { status: 502 })

/** A shop that gives these answers one after the other; null for none at all. */
const shopOf = (...answers: readonly (() => Response | null)[]) => {
  const sent: string[] = []
  const delays: number[] = []
  const call = createTypedClient({
    send: async (path, init) => {
      const answer = answers[sent.length]?.() ?? null
      sent.push(`${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`.trim())
      if (answer === null) throw new TypeError('no network')
      return answer
    },
    sleep: async (milliseconds) => void delays.push(milliseconds),
  })
  return { call, sent, delays }
}

test('a payload is written to the path, then to the query or body', () => {
  expect(requestOf(read, { id: 'a/b', full: true }).path).toBe('/api/things/a%2Fb/?full=true')
  expect(requestOf(read, { id: 'x', full: undefined }).path).toBe('/api/things/x/')
  expect(requestOf(write, { id: 'x', name: 'mara' })).toEqual({
    path: '/api/things/x',
    init: {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"mara"}',
    },
  })
})

test('a reply has the type that the endpoint declares', async () => {
  const { call } = shopOf(good)
  expect(await call(read, { id: 'x' })).toEqual({ total: '49.99' })
  await expect(shopOf(() => Response.json({})).call(read, { id: 'x' })).rejects.toThrow('total')
})

test('an answer with the error header becomes a typed error with code, detail, status and fields', async () => {
  const body = {
    code: 'VALIDATION_ERROR',
    detail: 'Please check.',
    status: 400,
    fields: { zip: 'Kindly enter.' },
  }
  const headers = { [brand.keys.errorHeader]: body.code }
  const { call, sent } = shopOf(() => Response.json(body, { status: 400, headers }))
  const thrown: unknown = await call(read, { id: 'x' }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ApiError)
  expect(thrown).toMatchObject({ ...body, fields: { zip: 'Kindly enter.' } })
  expect(sent).toHaveLength(1)
})

test('any other answer of status 400 and above becomes an error with status and body', async () => {
  const { call } = shopOf(() => new Response('teapot', { status: 418 }))
  const thrown: unknown = await call(write, { id: 'x', name: 'y' }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(RequestFailed)
  expect(thrown).toMatchObject({ message: 'Request failed with status 418', response: { status: 418 } })
})

test('a read is retried three times, after 1, 2 and 4 seconds', async () => {
  const { call, sent, delays } = shopOf(broken, () => null, broken, good)
  expect(await call(read, { id: 'x' })).toEqual({ total: '49.99' })
  expect(sent).toHaveLength(4)
  expect(delays).toEqual([1_000, 2_000, 4_000])
  const badRequest = shopOf(broken, broken, broken, broken, good)
  await expect(badRequest.call(read, { id: 'x' })).rejects.toThrow('Request failed with status 502')
  await expect(shopOf().call(read, { id: 'x' })).rejects.toThrow('no network')
})

test('writes and refusals are never retried', async () => {
  const lost = shopOf(() => null, good)
  await expect(lost.call(write, { id: 'x', name: 'y' })).rejects.toThrow('no network')
  const failed = shopOf(broken, good)
  await expect(failed.call(write, { id: 'x', name: 'y' })).rejects.toThrow('502')
  const refused = shopOf(() => new Response('', { status: 404 }), good)
  await expect(refused.call(read, { id: 'x' })).rejects.toThrow('404')
  expect([lost.sent, failed.sent, refused.sent].map(({ length }) => length)).toEqual([1, 1, 1])
})

test('no retry waits longer than thirty seconds', () => {
  expect([1, 2, 3, 5, 6, 40].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000])
})
