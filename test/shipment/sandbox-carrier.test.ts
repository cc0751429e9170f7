import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readCarrierWebhook } from '#shipment/server/carrier-webhook.ts'
import { launchCarrier } from '../../sandbox-carrier/launch.ts'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'
import { carrierLabels } from '../support/carrier-labels.ts'

const Label = z.object({ id: z.string(), state: z.string(), tracking: z.string(), tracking_url: z.string() })
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

let refusals = 0
const reports: { readonly says: unknown; readonly id: string }[] = []

/** A shop that receives the carrier's webhooks, and refuses some of them at first. */
const shop = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    refusals -= 1
    if (refusals >= 0) return response.writeHead(503).end()
    const check = {
      carrier: 'sandbox',
      secret: carrierKeys.webhookSecret,
      now: Temporal.Now.instant(),
    }
    const { says, externalId: id } = readCarrierWebhook(check, request.headers['shipment-signature'], body)
    reports.push({ says, id })
    return response.writeHead(200).end()
  })
})

let folder = ''
let environment: Record<string, string> = {}
let carrier: Awaited<ReturnType<typeof launchCarrier>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-carrier-'))
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  const port = typeof address === 'object' && address ? address.port : 0
  environment = {
    CARRIER_PORT: '0',
    CARRIER_DATA: join(folder, 'carrier.sqlite'),
    CARRIER_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  }
  carrier = await launchCarrier(environment)
})

afterAll(async () => {
  carrier.process.kill('SIGKILL')
  shop.closeAllConnections()
  shop.close()
  await rm(folder, { recursive: true, force: true })
})

const to = {
  name: 'Mara Ito',
  address: '1 Alder Way',
  city: 'Portland',
  region: 'OR',
  zip: '97201',
  country: 'US',
}
const request = { service: 'standard', weight_grams: 400, reference: 'L1', to, at: '2040-03-01T15:00:00Z' }

const send = (path: string, body: unknown, key = 'k', secret: string = carrierKeys.secretKey) =>
  fetch(`${carrier.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })

const make = async (key: string, but: object = {}) =>
  Label.parse(await (await send('/v1/labels', { ...request, ...but }, key)).json())

test.for([
  [{ to: { ...to, name: ' ' } }, 422, 'The name of the recipient is missing.'],
  [{ to: { ...to, address: '' } }, 422, 'The street of the recipient is missing.'],
  [{ to: { ...to, zip: '9720' } }, 422, '9720 is not a ZIP code.'],
  [{ to: { ...to, country: 'usa' } }, 400, 'country must be text of at most 2 characters.'],
  [{ service: 'overnight' }, 422, 'There is no service overnight; use standard, express, international.'],
  [{ service: 'international' }, 422, 'International does not go to US.'],
  [{ to: { ...to, country: 'DE', region: '' } }, 422, 'Standard does not go to DE.'],
  [{ weight_grams: 0 }, 422, 'The weight must be a whole number of grams above 0.'],
  [{ weight_grams: 30_001 }, 422, 'A package weighs at most 30000 grams, not 30001.'],
  [{ at: 'soon' }, 400, 'at must be a moment.'],
] as const)('a label for %j is refused', async ([but, status, message]) => {
  const reply = await send('/v1/labels', { ...request, ...but }, 'refused')
  expect([reply.status, Refused.parse(await reply.json()).error.message]).toEqual([status, message])
})

test('a key gets one label, also concurrently and after a power failure, and a voided key gets none', async () => {
  const [first, second] = await Promise.all([make('one'), make('one')])
  expect(second).toEqual(first)
  carrier.process.kill('SIGKILL')
  await once(carrier.process, 'exit')
  carrier = await launchCarrier({ ...environment, CARRIER_PORT: String(carrier.port) })
  expect(await make('one')).toEqual(first)
  const other = await send('/v1/labels', { ...request, weight_grams: 401 }, 'one')
  expect([other.status, Refused.parse(await other.json()).error.code]).toEqual([422, 'key_reused'])
  expect((await send('/v1/labels/by-key/one/void', {})).status).toBe(200)
  expect((await send('/v1/labels/by-key/one/void', {})).status).toBe(200)
  expect((await send('/v1/labels', request, 'one')).status).toBe(409)
  // A void that arrives before its label was bought.
  expect((await send('/v1/labels/by-key/two/void', {})).status).toBe(200)
  expect((await send('/v1/labels', request, 'two')).status).toBe(409)
  expect(await carrierLabels(carrier.url)).toMatchObject([{ id: first.id, state: 'voided' }])
})

test('the carrier refuses requests without its key', async () => {
  expect((await send('/v1/labels', request, 'x', 'wrong')).status).toBe(401)
  expect((await fetch(`${carrier.url}/v1/labels`)).status).toBe(401)
  expect((await send('/v1/clock', {}, 'x', 'wrong')).status).toBe(401)
})

test('moving the clock returns after the shop has accepted all events, including those it first refused', async () => {
  const label = await make('life')
  expect((await send('/v1/hand-overs', { labels: [label.id], at: request.at })).status).toBe(200)
  expect((await send('/v1/labels/by-key/life/void', {})).status).toBe(409)
  refusals = 2
  await send('/v1/clock', { to: '2040-03-20T00:00:00Z' })
  await send('/v1/clock', { to: '2040-03-20T00:00:00Z' })
  const states = reports.map(({ says }) => says)
  expect(states).toHaveLength(3)
  for (const state of ['shipped', 'in-transit', 'delivered'])
    expect(states).toContainEqual({ kind: 'state', state })
  expect(new Set(reports.map(({ id }) => id)).size).toBe(3)
  // A repeated hand-over changes nothing.
  await send('/v1/hand-overs', { labels: [label.id], at: request.at })
  await send('/v1/clock', { to: '2040-04-20T00:00:00Z' })
  expect(reports).toHaveLength(3)
})

test('the tracking page is public and shows neither name nor street', async () => {
  const label = await make('page', { to: { ...to, city: 'Port<b>land' } })
  const reply = await fetch(label.tracking_url)
  const html = await reply.text()
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(html).toContain('Port&lt;b&gt;land, OR, US')
  expect(html).not.toMatch(/Mara|Alder|<script/)
  const unknown = await fetch(`${carrier.url}/track/SBX0`, { headers: { accept: 'text/html' } })
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('There is no package with this tracking number.'),
  ])
})

test('a failed start says why', async () => {
  await expect(launchCarrier({ ...environment, CARRIER_PORT: String(carrier.port) })).rejects.toThrow(
    `Port ${carrier.port} is already in use; set CARRIER_PORT to another one.`,
  )
  await expect(launchCarrier({ ...environment, CARRIER_TEST_WORD: 'SLOW' })).rejects.toThrow(
    'CARRIER_TEST_WORD must be one of the test words, not "SLOW".',
  )
})
