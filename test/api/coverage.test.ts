import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from './test-api.ts'
import { otherRoutes, specifiedEndpoints } from './specified-endpoints.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api.close())

/** An address without the names of its parameters and the slash at its end. */
const addressOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{\w+\}|:\w+(?:\|:\w+)*/g, '{}').replace(/(?<=.)\/$/, '')}`

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted()

/** Routes as the router prints them: a tree, each branch carrying its piece of the path and its methods. */
const printedRoutes = (): string[] => {
  const pieces: string[] = []
  const found: string[] = []
  for (const line of api.fastify.printRoutes().split('\n')) {
    const branch = /^([│ ]*)[├└]── (\S*?)(?: \((.+)\))?$/.exec(line)
    if (!branch) continue
    const [, indent = '', piece = '', methods = ''] = branch
    pieces.splice(indent.length / 4, pieces.length, piece)
    // HEAD is GET without the body; the router adds it by itself.
    for (const method of methods.split(', ').filter((name) => name !== '' && name !== 'HEAD')) {
      found.push(addressOf(method, pieces.join('')))
    }
  }
  return found
}

const called = (): string[] => api.endpoints.map(({ method, path }) => addressOf(method, path))

test('the registered endpoints are exactly those that the specification lists as built', () => {
  const answered = new Set(
    api.endpoints.filter(({ spec }) => spec === 'spec §7').map(({ method, path }) => `${method} ${path}`),
  )
  const built = specifiedEndpoints.filter(([, , status]) => status === 'built')
  // A row that is `later` but is answered has to become `built`; one that is `built` and not answered is a fault.
  expect(sorted(answered)).toEqual(sorted(built.map(([method, path]) => `${method} ${path}`)))
})

test('the specification lists no endpoint twice, and every later endpoint has a reason', () => {
  expect(new Set(specifiedEndpoints.map(([method, path]) => `${method} ${path}`)).size).toBe(
    specifiedEndpoints.length,
  )
  for (const [, , status] of specifiedEndpoints) expect(status).toMatch(/^(built|later: issue \d+, .{10,})$/)
})

test('names and addresses of endpoints are unique', () => {
  expect(new Set(api.endpoints.map(({ name }) => name)).size).toBe(api.endpoints.length)
  expect(new Set(called()).size).toBe(called().length)
})

test('the router has the endpoints and the listed other routes, and nothing else', () => {
  const files = /^GET \/(art|assets|film|fonts|social)\/|^GET \/[\w-]+\.\w+$/
  const routes = printedRoutes().filter((route) => !files.test(route))
  expect(sorted(routes)).toEqual(sorted([...called(), ...otherRoutes]))
})

test('the API description has the endpoints and nothing else', async () => {
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = (
    await api.inject({ method: 'GET', url: '/api/openapi.json' })
  ).json()
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  )
  expect(sorted(described)).toEqual(
    sorted(api.endpoints.map(({ name, method, path }) => `${name} ${method} ${path}`)),
  )
})

test('every endpoint answers with and without a trailing slash', async () => {
  for (const { method, path } of api.endpoints) {
    const url = path.replaceAll(/\{\w+\}/g, 'nothing').replace(/\/$/, '')
    const [plain, slashed] = await Promise.all([
      api.inject({ method, url }),
      api.inject({ method, url: `${url}/` }),
    ])
    expect([url, slashed.statusCode, slashed.headers['loam-error']]).toEqual([
      url,
      plain.statusCode,
      plain.headers['loam-error'],
    ])
    expect(slashed.headers['content-type']).toMatch(/^application\/json/)
  }
})
