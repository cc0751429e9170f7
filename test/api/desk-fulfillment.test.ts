import { afterAll, expect, test } from 'vitest'
import { viewDeskFulfillment } from '#desk/fulfillment-endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const owner = await joinDesk(api, 'owner', 'olive')
const olu = await joinDesk(api, 'finance', 'olu')

const buy = async (firstName = 'Noor') => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.add('syn-rf')
  const address = {
    firstName, lastName: 'Haddad', address: '88 Harbord Street', unit: '', city: 'Portland', region: 'OR',
    zip: '97201', country: 'US', phone: '', company: '',
  } // prettier-ignore
  const { order } = await visitor.checkout({ but: { address } })
  return { visitor, number: order?.number ?? '' }
}

/** A day on which all that was ordered is due; the clock does not move, so nobody has packed it. */
const until = Temporal.PlainDate.from(await shop.today())
  .add({ days: 30 })
  .toString()

const queue = async () =>
  viewDeskFulfillment.reply.parse((await sam.get(`/api/desk/fulfillment/?until=${until}`)).json())

const textOf = (pdf: string): Buffer => Buffer.from(pdf, 'base64')

test('the packing list says what to pick and pack; each scanned code counts, and a wrong code is refused with a sentence', async () => {
  const { number } = await buy()
  const { shipments, pick } = await queue()
  const own = shipments.find(({ order }) => order === number)
  expect(own).toMatchObject({
    state: 'pending',
    name: 'Noor Haddad',
    address: ['88 Harbord Street', 'Portland OR 97201', 'United States'],
  })
  expect(own?.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['syn-rf', 2]])
  expect(pick.map(({ sku, quantity }) => [sku, quantity])).toEqual([['syn-rf', 2]])
  const page = (query: string) => sam.get(`/desk/fulfillment/${number}${query}`)
  expect((await page('?code=pds-rf')).body).toContain('pds-rf is not in this shipment.')
  const once = await page('?scanned=1&code=SYN-RF')
  expect([once.statusCode, once.headers.location]).toEqual([303, `/desk/fulfillment/${number}?scanned=2`])
  expect((await page('?scanned=2')).body).toContain('>Mark as packed<')
  expect((await page('?scanned=99&code=syn-rf')).body).toContain('All units of syn-rf are scanned already.')
  expect((await olu.get('/desk/fulfillment')).statusCode).toBe(404)
})

test('only the scanning page may use the camera, and only from its own scripts', async () => {
  const { number } = await buy()
  const headersOf = async (path: string) => (await sam.get(path)).headers
  const packing = await headersOf(`/desk/fulfillment/${number}`)
  expect(packing['permissions-policy']).toBe(
    'camera=(self), microphone=(), geolocation=(), browsing-topics=()',
  )
  expect(packing['content-security-policy']).toBe(
    (await headersOf('/desk/fulfillment'))['content-security-policy'],
  )
  for (const path of [
    '/desk',
    '/desk/fulfillment',
    '/desk/fulfillment/batches',
    '/desk/fulfillment/returns',
    '/desk/fulfillment/L000000000',
    `/desk/fulfillment/${number}?scanned=1&code=syn-rf`,
    `/desk/orders/${number}`,
    `/api/desk/fulfillment/${number}/`,
  ])
    expect([path, (await headersOf(path))['permissions-policy']]).toEqual([
      path,
      'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ])
  const camera = await sam.get(`/desk/fulfillment/${number}?scanned=0&code=syn-rf&camera=on`)
  expect(camera.headers.location).toBe(`/desk/fulfillment/${number}?scanned=1&camera=on`)
})

test('packing slips and the address file are logged, and a formula that a buyer typed stays text', async () => {
  const { number } = await buy('=HYPERLINK("http://evil.example")')
  const { pdf } = (await sam.get(`/api/desk/packing-slips/?number=${number}`)).json()
  expect(textOf(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  const again = (await sam.get(`/api/desk/packing-slips/?number=${number}`)).json()
  expect(again.pdf).toBe(pdf)
  const file = await sam.get(`/desk/fulfillment/shipments.csv?until=${until}`)
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body).toContain(number)
  expect(file.body).toContain("'=HYPERLINK")
  expect(file.body).not.toMatch(/(^|,)"?=HYPERLINK/m)
  const log = (await owner.get('/api/desk/team/log/?subject=fulfillment')).json().entries
  expect(log.map(({ action }: { action: string }) => action)).toContain('fulfillment.exported')
})

test('a label is bought once for a packed shipment and can be printed repeatedly', async () => {
  const { number } = await buy()
  const label = () => sam.get(`/api/desk/fulfillment/${number}/label/`)
  expect((await label()).statusCode).toBe(404)
  expect((await sam.post(`/api/desk/fulfillment/${number}/label/`, {})).statusCode).toBe(409)
  expect((await sam.post(`/api/desk/orders/${number}/pack/`, {})).statusCode).toBe(200)
  const bought = await Promise.all([1, 2].map(() => sam.post(`/api/desk/fulfillment/${number}/label/`, {})))
  expect(bought.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const first = await label()
  expect([first.statusCode, textOf(first.json().pdf).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const rows = await shop.app.database.kysely
    .selectFrom('shipment_label')
    .select('attempt')
    .innerJoin('order', 'order.id', 'shipment_label.order_id')
    .where('order.number', '=', number)
    .execute()
  expect(rows).toHaveLength(1)
  // What was refused is in the log as well: the entry is there before the carrier is asked.
  const entries = await shop.app.database.kysely
    .selectFrom('audit_entry')
    .select('at')
    .where('subject', '=', `order:${number}`)
    .where('act', '=', 'order.label-requested')
    .execute()
  expect(entries).toHaveLength(3)
})
