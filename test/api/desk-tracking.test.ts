import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { withdraw } from '#withdrawal/endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const owner = await joinDesk(api, 'owner', 'olive')
const olu = await joinDesk(api, 'finance', 'olu')

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  return { visitor, number: order?.number ?? '' }
}

const upload = (text: string | Buffer, name = 'ups.csv') =>
  sam.post('/api/desk/tracking-imports/', { file_name: name, file: Buffer.from(text).toString('base64') })

const read = async (rows: readonly string[]): Promise<string> => {
  const answer = await upload(['order,carrier,tracking', ...rows].join('\r\n'))
  expect(answer.statusCode).toBe(200)
  return answer.json().id
}

const view = async (id: string) => (await sam.get(`/api/desk/tracking-imports/${id}/`)).json()
const apply = (id: string) => sam.post(`/api/desk/tracking-imports/${id}/apply/`, {})

const stateOf = async (number: string) =>
  (await sam.get(`/api/desk/orders/${number}/`)).json().shipments.map(({ state }: { state: string }) => state)

test('a tracking file is read, previewed and applied, and each row has a result', async () => {
  const [one, two, held] = [await buy(), await buy(), await buy()]
  await sam.post(`/api/desk/orders/${held.number}/hold/`, { reason: 'The address is asked for.' })
  const id = await read([
    `${one.number},ups,1Z1`,
    `${two.number.toLowerCase()},UPS,1Z2`,
    `${held.number},ups,1Z3`,
    'L000000000,ups,1Z4',
    `${one.number},,`,
    `${one.number},pigeon,1Z5`,
    `${one.number},ups,=1+1`,
    `${one.number},ups,1Z6`,
  ])
  const before = await view(id)
  expect(before).toMatchObject({
    state: 'read',
    rows: 8,
    done: 0,
    ships: 2,
    repeated: 0,
    empty: 1,
    problem_count: 5,
  })
  expect(before.problems).toEqual([
    { row: 3, problem: `Order ${held.number} is on hold.` },
    { row: 4, problem: 'There is no order L000000000.' },
    { row: 6, problem: expect.stringContaining('The carrier pigeon is not known') },
    { row: 7, problem: '=1+1 is not a tracking number.' },
    { row: 8, problem: `A row before it ships all of order ${one.number}.` },
  ])
  expect(await stateOf(one.number)).toEqual(['pending'])
  const both = await Promise.all([apply(id), apply(id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await shop.settled()
  const after = await view(id)
  expect(after).toMatchObject({ state: 'finished', done: 8, ships: 2, empty: 1, problem_count: 5 })
  expect(after.problems.map(({ row }: { row: number }) => row)).toEqual([3, 4, 6, 7, 8])
  expect(await stateOf(one.number)).toEqual(['shipped'])
  expect(await stateOf(held.number)).toEqual(['on-hold'])
  // Each member has one mail, and each order an entry of the log by who started it.
  expect((await shop.mails(one.visitor.email)).filter(({ text }) => text.includes('1Z1'))).toHaveLength(1)
  const log = (await owner.get(`/api/desk/team/log/?subject=order:${two.number}`)).json().entries
  expect(log.map(({ action, actor }: Record<string, string>) => [action, actor])).toContainEqual([
    'order.shipped',
    'sam (support)',
  ])
  // Read again, all of it is recorded before or left out.
  const again = await read([`${one.number},ups,1Z1`, `${two.number},ups,1Z2`])
  expect(await view(again)).toMatchObject({ ships: 0, repeated: 2, problem_count: 0 })
})

test('an order canceled between preview and start is left out with a sentence, and the others ship', async () => {
  const [kept, left] = [await buy(), await buy()]
  const id = await read([`${kept.number},ups,1Z71`, `${left.number},ups,1Z72`])
  expect(await view(id)).toMatchObject({ ships: 2 })
  await left.visitor.client.call(withdraw, { number: left.number, email: left.visitor.email })
  await apply(id)
  await shop.settled()
  expect(await view(id)).toMatchObject({
    state: 'finished',
    ships: 1,
    problem_count: 1,
    problems: [{ row: 2 }],
  })
  expect(await stateOf(kept.number)).toEqual(['shipped'])
})

test('preview and import name, by row and order, a tracking number that belongs to another buyer', async () => {
  const [left, wrong, twice] = [await buy(), await buy(), await buy()]
  const shippedBefore = await read([`${left.number},ups,1Z81`])
  await apply(shippedBefore)
  await shop.settled()
  const id = await read([`${wrong.number},ups,1Z81`, `${wrong.number},ups,1Z82`, `${twice.number},ups,1Z82`])
  const foreign = (order: string, tracking: string, of: string) =>
    `Order ${order}: ${tracking} is the package of order ${of}, of another buyer.`
  const problems = [
    { row: 1, problem: foreign(wrong.number, '1Z81', left.number) },
    { row: 3, problem: foreign(twice.number, '1Z82', wrong.number) },
  ]
  expect(await view(id)).toMatchObject({ state: 'read', ships: 1, problem_count: 2, problems })
  expect((await sam.get(`/desk/fulfillment/tracking/${id}`)).body).toContain(problems[0]?.problem)
  await apply(id)
  await shop.settled()
  expect(await view(id)).toMatchObject({ state: 'finished', ships: 1, problem_count: 2, problems })
})

test.each([
  [
    'another encoding',
    Buffer.from([0xff, 0xfe, 0x6f, 0x00]),
    'The file is not UTF-8 text; save it as UTF-8.',
  ],
  [
    'a column that is not known',
    'order,carrier,tracking,price\r\nL1,ups,1Z,5',
    'The column “price” is not known',
  ],
  ['no column for the number', 'order,carrier\r\nL1,ups', 'The column tracking is missing.'],
  ['nothing below the head', 'order,carrier,tracking\r\n', 'The file has no rows below its head.'],
  ['an open quote', 'order,carrier,tracking\r\n"L1,ups,1Z', 'The file is not CSV'],
])('%s is refused with a sentence and not stored', async (_what, file, sentence) => {
  const answer = await upload(file)
  expect([answer.statusCode, answer.json().errors?.file ?? answer.body]).toEqual([
    400,
    expect.stringContaining(sentence),
  ])
})

test('100,000 rows with three bad ones are previewed with three sentences', async () => {
  const { number } = await buy()
  const rows = Array.from({ length: 100_000 }, () => `${number},,`)
  rows[10] = ',ups,1Z'
  rows[50_000] = `${number},ups,1Z not a number!`
  rows[99_999] = `${number},,1Z`
  const form = new FormData()
  form.set('file', new File([['order,carrier,tracking', ...rows].join('\n')], 'many.csv'))
  const body = new Response(form)
  const posted = await api.inject({
    method: 'POST',
    url: '/desk/fulfillment/tracking',
    headers: { cookie: sam.cookie, 'content-type': body.headers.get('content-type') ?? '' },
    body: await body.text(),
  })
  expect([posted.statusCode, posted.headers.location]).toEqual([
    303,
    expect.stringMatching(/tracking\/[\da-f-]{36}$/),
  ])
  const seen = await sam.get(String(posted.headers.location))
  expect(seen.body).toContain('The order number is missing.')
  expect(seen.body).toContain('is not a tracking number.')
  expect(seen.body).toContain('The carrier is missing.')
  expect(seen.body).toContain('>99,997<')
})

test('a file for more than one job is carried out to its last row, and every problem is named once', async () => {
  const [early, late] = [await buy(), await buy()]
  const unknown = (count: number) => Array.from({ length: count }, () => 'L000000000,ups,1ZNOBODY')
  const id = await read([
    `${early.number},ups,1ZEARLY`,
    ...unknown(1_030),
    `${late.number},ups,1ZLATE`,
    ...unknown(3),
  ])
  await apply(id)
  await shop.settled()
  expect(await view(id)).toMatchObject({
    state: 'finished',
    rows: 1_035,
    done: 1_035,
    ships: 2,
    problem_count: 1_033,
  })
  const { rows } = await sql<{ readonly problems: readonly { readonly row: number }[] }>`
    select problems from desk_tracking_import where id = ${id}`.execute(shop.app.database.kysely)
  const shipped = [1, 1_032]
  const others = Array.from({ length: 1_035 }, (_, at) => at + 1).filter((row) => !shipped.includes(row))
  expect(rows[0]?.problems.map(({ row }) => row)).toEqual(others)
  expect([await stateOf(early.number), await stateOf(late.number)]).toEqual([['shipped'], ['shipped']])
})

test('a role that does not ship cannot see imports, and an unknown import is 404', async () => {
  const id = await read(['L000000000,ups,1Z'])
  expect((await olu.get(`/desk/fulfillment/tracking/${id}`)).statusCode).toBe(404)
  expect((await olu.post(`/api/desk/tracking-imports/${id}/apply/`, {})).statusCode).toBe(404)
  expect((await sam.get(`/desk/fulfillment/tracking/${shop.app.deps.ids.uuid()}`)).statusCode).toBe(404)
  expect((await apply(shop.app.deps.ids.uuid())).statusCode).toBe(404)
})
