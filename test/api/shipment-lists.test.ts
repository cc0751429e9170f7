import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { joinPartner } from './partner-keys.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const partner = await joinPartner(api, ['orders:ship'])
const reader = await joinPartner(api, ['orders:read'])
const sam = await joinDesk(api, 'support', 'sam')
const url = '/api/partner/v1/shipments/'
const until = '2031-12-31'

const buy = async (): Promise<string> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  return (await visitor.checkout()).order?.number ?? ''
}

const sendCsv = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
  api.inject({ method: 'POST', url: path, headers: { 'content-type': 'text/csv', ...headers }, body })

const partnerHeaders = () => ({
  authorization: `Bearer ${partner.key}`,
  'idempotency-key': api.opened.deps.ids.randomUuid(),
})

const partnerCsv = (body: string) => sendCsv(url, body, partnerHeaders())

test('a partner exports what is to be packed and imports the completed list, and each row has its own result', async () => {
  const [first, second] = [await buy(), await buy()]
  const list = (await partner.get(`${url}?until=${until}`)).json()
  const rows: Record<string, string>[] = list.shipments
  expect(rows.map((row) => row['order'])).toEqual(expect.arrayContaining([first, second]))
  expect(rows[0]).toMatchObject({ carrier: '', tracking: '', state: 'pending', country: 'US' })
  const filled = rows
    .filter((row) => row['order'] === first)
    .map((row) => ({ ...row, carrier: 'ups', tracking: '1ZJSON1' }))
  const wrong = [{ order: second, carrier: 'pigeon', tracking: '1' }, 'nothing', { order: 'L0' }]
  const key = api.opened.deps.ids.randomUuid()
  const sent = await partner.post(url, { shipments: [...filled, ...wrong] }, key)
  expect([sent.statusCode, sent.json()]).toEqual([
    200,
    {
      shipped: 1,
      repeated: 0,
      empty: 1,
      refused: 2,
      problems: [
        { row: 2, problem: expect.stringContaining('pigeon') },
        { row: 3, problem: 'It is not a shipment with texts and numbers.' },
      ],
    },
  ])
  const again = await partner.post(url, { shipments: filled })
  expect(again.json()).toMatchObject({ shipped: 0, repeated: 1 })
  const replayed = await partner.post(url, { shipments: [...filled, ...wrong] }, key)
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  const logged = (await (await joinDesk(api, 'owner', 'olive')).get('/api/desk/team/log/')).json().entries
  expect(logged).toContainEqual(
    expect.objectContaining({ action: 'order.shipped', subject: `order:${first}` }),
  )
  expect(logged).toContainEqual(expect.objectContaining({ action: 'fulfillment.exported' }))
})

test('the list to pack has pages, which together are the whole of it, with what is sent again on the first one', async () => {
  const again = await buy()
  await partner.post(url, { shipments: [{ order: again, carrier: 'ups', tracking: '1ZLOST1' }] })
  await sam.post(`/api/desk/orders/${again}/reship/`, {
    units: [{ position: 0, quantity: 1 }],
    reason: 'It was lost',
    request_id: api.opened.deps.ids.randomUuid(),
  })
  const bought = [await buy(), await buy(), await buy()]
  const whole = (await partner.get(`${url}?until=${until}`)).json()
  expect(whole.next).toBeNull()
  const pages: { shipments: { order: string; ship_on: string }[] }[] = []
  for (let after = ''; ;) {
    const page = (await partner.get(`${url}?until=${until}&limit=2${after}`)).json()
    pages.push(page)
    if (page.next === null) break
    after = `&after=${page.next}`
  }
  expect(pages.length).toBeGreaterThan(1)
  const ordersOf = (shipments: readonly { order: string }[]) => shipments.map(({ order }) => order)
  expect(ordersOf(pages[0]?.shipments ?? [])).toEqual([expect.any(String), expect.any(String), again])
  const shown = ordersOf(pages.flatMap(({ shipments }) => shipments))
  expect(shown.toSorted()).toEqual(ordersOf(whole.shipments).toSorted())
  expect(shown).toEqual(expect.arrayContaining(bought))
  // The database knows no year 0.
  for (const invented of ['x', ...['2031-02-31~L1', '0000-01-01~L1'].map((text) => btoa(text))]) {
    const refused = await partner.get(`${url}?after=${invented}`)
    expect([refused.statusCode, Object.keys(refused.json().fields ?? {})]).toEqual([400, ['after']])
  }
  expect((await partner.get(`${url}?until=0000-01-01`)).statusCode).toBe(400)
  for (const limit of ['0', '501']) expect((await partner.get(`${url}?limit=${limit}`)).statusCode).toBe(400)
})

test('the same list and import work as CSV by content type', async () => {
  const number = await buy()
  const listed = await partner.get(`${url}?until=${until}`, { accept: 'text/csv' })
  expect([listed.headers['content-type'], listed.body.split('\n')[0]]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringMatching(/^order,carrier,service,tracking/),
  ])
  expect(listed.body).toContain(number)
  const sent = await partnerCsv(`order,carrier,tracking\n${number},ups,1ZCSV1\n${number},,\nL0,ups,1ZCSV2\n`)
  expect(sent.json()).toMatchObject({ shipped: 1, empty: 1, refused: 1, problems: [{ row: 3 }] })
  // As spreadsheets save it, with a byte order mark.
  const marked = await partnerCsv(`\ufefforder,carrier,tracking\n${number},ups,1ZCSV1\n`)
  expect(marked.json()).toMatchObject({ repeated: 1 })
  const latin = await api.fastify.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/csv', ...partnerHeaders() },
    payload: Buffer.from('order,carrier,tracking,service\nL1,ups,1Z1,Expr\xe8s\n', 'latin1'),
  })
  expect([latin.statusCode, latin.json().detail]).toEqual([400, expect.stringContaining('UTF-8')])
})

test('an invalid list is refused with one sentence and changes nothing', async () => {
  for (const body of ['order,carrier\nL1,ups\n', 'order,carrier,tracking\n', ''])
    expect((await partnerCsv(body)).statusCode).toBe(400)
  for (const body of [{}, { shipments: [] }, { shipments: 'x' }, { shipments: Array(101).fill({}) }])
    expect((await partner.post(url, body)).statusCode).toBe(400)
  // A list within a list within a list, 20,000 times.
  for (const deep of [
    '['.repeat(20_000) + ']'.repeat(20_000),
    `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  ]) {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${partner.key}`,
      'idempotency-key': api.opened.deps.ids.randomUuid(),
    }
    const body = `{"shipments":[${deep}]}`
    const answer = await api.inject({ method: 'POST', url, headers, body })
    expect(answer.statusCode).toBe(400)
    const other = await api.inject({
      method: 'POST',
      url: '/api/partner/v1/orders/L1/shipments/',
      headers,
      body,
    })
    expect(other.statusCode).toBe(400)
    const desk = { ...headers, cookie: sam.cookie }
    const read = await api.inject({ method: 'POST', url: '/api/desk/tracking-imports/', headers: desk, body })
    expect(read.statusCode).toBe(400)
  }
  expect((await reader.get(url)).statusCode).toBe(403)
  expect((await reader.post(url, { shipments: [{}] })).statusCode).toBe(403)
  expect((await partner.post(url, { shipments: [{ order: 'L1', tracking: 'a\0b' }] })).statusCode).toBe(400)
  // Other routes take JSON alone.
  const other = await sendCsv('/api/cart/items/', 'a,b', {})
  expect(other.statusCode).toBe(415)
})

test('no page of the packing list begins in a year that the database does not know', async () => {
  const id = api.opened.deps.ids.uuid()
  for (const query of [`until=${until}&after=0000-01-01~L1~${id}`, 'until=0000-01-01'])
    expect((await sam.get(`/api/desk/fulfillment/?${query}`)).statusCode, query).toBe(400)
})

test('the desk exports and imports both formats, and nothing ships before staff confirm', async () => {
  const number = await buy()
  const json = (await sam.get(`/api/desk/fulfillment-file/?until=${until}&format=json`)).json()
  expect(json.shipments).toContainEqual(expect.objectContaining({ order: number }))
  const shipments = [{ order: number, carrier: 'ups', tracking: '1ZDESK1' }, 7]
  const { id } = (await sam.post('/api/desk/tracking-imports/', { shipments })).json()
  expect((await sam.get(`/api/desk/tracking-imports/${id}/`)).json()).toMatchObject({
    state: 'read',
    ships: 1,
    problems: [{ row: 2, problem: 'It is not a shipment with texts and numbers.' }],
  })
  const file = Buffer.from(JSON.stringify(shipments)).toString('base64')
  const named = await sam.post('/api/desk/tracking-imports/', { file_name: 'carrier.json', file })
  expect(named.statusCode).toBe(200)
  const page = await sam.get(`/desk/fulfillment/shipments.csv?until=${until}&format=json`)
  expect([page.headers['content-type'], page.body]).toEqual([
    expect.stringContaining('application/json'),
    expect.stringContaining(number),
  ])
  expect((await sam.post('/api/desk/tracking-imports/', { file_name: 'none.csv' })).statusCode).toBe(400)
})
