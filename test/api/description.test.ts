import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '#partner/webhook/rules/event-types.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { openTestApi, type TestApi } from './test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(() => api.close())

const read = (url: string, headers = {}) => api.inject({ method: 'GET', url, headers })

const documents = ['/api/openapi.json', '/api/partner/openapi.json'] as const

test.each(documents)('%s is valid OpenAPI 3.1', async (url) => {
  const document = (await read(url)).json()
  const checked = await new Validator().validate(document)
  expect(checked.errors ?? []).toEqual([])
  expect(checked.valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1\./)
})

test.each(documents)('every reference of %s resolves', async (url) => {
  const { body } = await read(url)
  const document = JSON.parse(body)
  const references = [...body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  expect(references.length).toBeGreaterThan(20)
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
  expect(body).not.toContain('#/$defs/')
})

test('each error of an endpoint has its status, text and header', async () => {
  const document = (await read('/api/openapi.json')).json()
  const declined = document.paths['/api/purchase'].post.responses['402']
  expect(declined.headers['loam-error'].schema.enum).toEqual([
    'CARD_DECLINED',
    'CARD_EXPIRED',
    'CARD_DATA_WRONG',
  ])
  expect(declined.content['application/json'].examples.CARD_EXPIRED.value).toEqual({
    code: 'CARD_EXPIRED',
    detail: errorCatalogue.CARD_EXPIRED.detail,
    status: 402,
  })
  expect(document.paths['/api/user'].get.security).toEqual([{ session: [] }, { visit: [] }])
  expect(document.paths['/account/export/'].get.security).toEqual([{ session: [] }])
  expect(document.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'loam_session' })
})

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is cached by an ETag and not sent again unchanged',
  async (url) => {
    const first = await read(url)
    expect(first.statusCode).toBe(200)
    const again = await read(`${url}/`, { 'if-none-match': first.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)

test('the documentation names every endpoint with every error, and runs no script', async () => {
  const { body, headers } = await read('/api/docs')
  for (const { name, path } of api.endpoints) {
    expect(body).toContain(`id="${name}"`)
    expect(body).toContain(`<code>${path}</code>`)
  }
  for (const code of ['INVALID_COUPON', 'QUANTITY_NOT_ALLOWED_IN_COUNTRY', 'UNKNOWN'])
    expect(body).toContain(code)
  expect(body).not.toMatch(/<script|\son\w+=|style=/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/)
})

test('the partner API description has the partner endpoints and each event, as named schemas, and nothing else', async () => {
  const document = (await read('/api/partner/openapi.json')).json()
  const partners = api.endpoints.filter(({ access }) => access === 'partner')
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [...new Set(partners.map(({ path }) => path))].toSorted(),
  )
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes])
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Order', 'OrderList', 'Shipment', 'Subscription', 'Product', 'OrderEvent']),
  )
  const ship = document.paths['/api/partner/v1/orders/{number}/shipments/'].post
  expect(ship.security).toEqual([{ key: [] }, { app: ['orders:ship'] }])
  expect(ship['x-scope']).toBe('orders:ship')
  expect(ship.parameters.map(({ name }: { name: string }) => name)).toContain('Idempotency-Key')
})
