import { afterAll, expect, test } from 'vitest'
import { withdraw } from '#withdrawal/endpoints.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const finance = await joinDesk(api, 'finance', 'fay')

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  return { visitor, number: order?.number ?? '' }
}

/** A day on which all that was ordered is due; the clock does not move, so nobody has packed it. */
const until = Temporal.PlainDate.from(await shop.today())
  .add({ days: 30 })
  .toString()

const make = (person: DeskPerson, size = 30, requestId: string = shop.app.deps.ids.uuid()) =>
  person.post('/api/desk/batches/', { request_id: requestId, until, size })

interface Row {
  readonly shipment_id: string
  readonly order: string
  readonly state: string
}

interface SeenBatch {
  readonly rows: readonly Row[]
  readonly states: Readonly<Record<string, string>>
}

const view = async (number: number): Promise<SeenBatch> => {
  const batch = (await sam.get(`/api/desk/batches/${number}/`)).json()
  const rows: readonly Row[] = batch.rows
  return { ...batch, rows, states: Object.fromEntries(rows.map(({ order, state }) => [order, state])) }
}

const action = (person: DeskPerson, number: number, what: string, payload: object = {}) =>
  person.post(`/api/desk/batches/${number}/${what}/`, payload)

/** Gives everything that is left in open batches back, so that each test begins with an empty list. */
const closeAll = async (): Promise<void> => {
  const { batches } = (await sam.get('/api/desk/batches/')).json()
  for (const { number } of batches) await action(owner, number, 'close')
}

test('batches made at once by several people share no shipment, and a person for whom none is left gets that answer', async () => {
  for (let count = 0; count < 6; count += 1) await buy()
  const made = await Promise.all([make(sam, 3), make(dario, 3), make(owner, 3)])
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409])
  expect(made.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain(
    'Nothing is left for a batch',
  )
  const numbers = made.filter(({ statusCode }) => statusCode === 200).map((one): number => one.json().number)
  const batches = await Promise.all(numbers.map(view))
  const ids = batches.flatMap(({ rows }) => rows.map(({ shipment_id: id }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  expect(batches[0]).toMatchObject({ shipments: 3, to_pack: 3, pick: [{ sku: 'syn-rf', quantity: 3 }] })
  const [order = '', following = ''] = batches[0]?.rows.map((row) => row.order) ?? []
  // After one of a batch comes the next one of the same batch.
  expect((await sam.get(`/api/desk/fulfillment/${order}/`)).json()).toMatchObject({ next: following })
  const page = (await finance.get('/desk/fulfillment/batches')).statusCode
  expect(page).toBe(404)
  expect((await sam.get(`/desk/fulfillment/${order}`)).body).toContain(
    `/desk/fulfillment/batches/${numbers[0]}`,
  )
  await closeAll()
})

test('the same form sent twice makes one batch', async () => {
  await buy()
  await buy()
  const id = shop.app.deps.ids.uuid()
  const both = await Promise.all([make(sam, 1, id), make(sam, 1, id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(both[0]?.json().number).toBe(both[1]?.json().number)
  await closeAll()
})

test('a batch shows packed, held and canceled shipments, and closing the batch releases those that nobody packed', async () => {
  const [packed, held, canceled, waiting] = [await buy(), await buy(), await buy(), await buy()]
  const { number } = (await make(sam, 200)).json()
  await sam.post(`/api/desk/orders/${packed.number}/pack/`, {})
  await sam.post(`/api/desk/orders/${held.number}/hold/`, { reason: 'The address is asked for.' })
  await canceled.visitor.client.call(withdraw, { number: canceled.number, email: canceled.visitor.email })
  expect((await view(number)).states).toMatchObject({
    [packed.number]: 'packed',
    [held.number]: 'on-hold',
    [canceled.number]: 'canceled',
    [waiting.number]: 'pending',
  })
  const row = (await view(number)).rows.find(({ order }) => order === waiting.number)
  const own = (await view(number)).rows.find(({ order }) => order === packed.number)
  const stays = await action(sam, number, 'release', { shipment_id: own?.shipment_id })
  expect([stays.statusCode, stays.json().detail]).toEqual([409, expect.stringContaining('is packed')])
  for (let twice = 0; twice < 2; twice += 1)
    expect((await action(sam, number, 'release', { shipment_id: row?.shipment_id })).statusCode).toBe(200)
  expect((await view(number)).states[waiting.number]).toBe('released')
  // Somebody else gets it now.
  const other = (await make(dario, 200)).json().number
  expect((await view(other)).rows.map(({ order }) => order)).toContain(waiting.number)
  expect((await view(other)).rows.map(({ order }) => order)).not.toContain(packed.number)
  expect((await action(dario, number, 'close')).statusCode).toBe(200)
  expect((await action(dario, number, 'close')).statusCode).toBe(200)
  expect((await view(number)).states).toMatchObject({ [packed.number]: 'packed', [held.number]: 'released' })
  // Released from its hold it can be in another batch.
  await sam.post(`/api/desk/orders/${held.number}/release/`, { reason: 'The address is right.' })
  const next = (await make(sam, 200)).json().number
  expect((await view(next)).rows.map(({ order }) => order)).toContain(held.number)
  const late = await action(sam, number, 'take')
  expect([late.statusCode, late.json().detail]).toEqual([409, `Batch ${number} is closed; sam had it.`])
  await closeAll()
})

test('a packed shipment that was held after its batch closed, and then released, waits for another batch', async () => {
  const { number: order } = await buy()
  const { number: first } = (await make(sam, 200)).json()
  await sam.post(`/api/desk/orders/${order}/pack/`, {})
  await action(sam, first, 'close')
  await sam.post(`/api/desk/orders/${order}/hold/`, { reason: 'The address is asked for.' })
  await sam.post(`/api/desk/orders/${order}/release/`, { reason: 'The address is right.' })
  const listed = async () =>
    (await sam.get(`/api/desk/fulfillment/?until=${until}`))
      .json()
      .shipments.find((one: { order: string }) => one.order === order)
  expect(await listed()).toMatchObject({ state: 'pending', batch: null })
  const { number: second } = (await make(sam, 200)).json()
  expect((await view(second)).states).toMatchObject({ [order]: 'pending' })
  expect((await view(first)).states).toMatchObject({ [order]: 'released' })
  expect(await listed()).toMatchObject({ batch: second })
  await closeAll()
})

test('a second person sees who packs a batch and takes it over, and every step is in the log', async () => {
  await buy()
  const { number } = (await make(sam)).json()
  const page = (await dario.get(`/desk/fulfillment/batches/${number}`)).body
  expect(page).toContain('sam packs it.')
  expect(page).toContain('Take it over')
  expect((await action(dario, number, 'take')).statusCode).toBe(200)
  expect((await sam.get(`/desk/fulfillment/batches/${number}`)).body).toContain('dario packs it.')
  await action(sam, number, 'close')
  const { entries } = (await owner.get(`/api/desk/team/log/?subject=batch:${number}`)).json()
  expect(entries.map(({ action: what, actor }: Record<string, string>) => [what, actor])).toEqual([
    ['batch.closed', 'sam (support)'],
    ['batch.taken', 'dario (operations)'],
    ['batch.made', 'sam (support)'],
  ])
})

test('pick list, packing slips and labels of a batch are files, and labels are bought once', async () => {
  const [one, two, three] = [await buy(), await buy(), await buy()]
  const { number } = (await make(sam, 200)).json()
  const file = (name: string) => sam.get(`/desk/fulfillment/batches/${number}/${name}`)
  for (const name of ['pick-list.pdf', 'slips.pdf']) {
    const answer = await file(name)
    expect([answer.headers['content-type'], answer.rawPayload.subarray(0, 5).toString()]).toEqual([
      'application/pdf',
      '%PDF-',
    ])
  }
  expect((await file('labels.zpl')).statusCode).toBe(404)
  // Packed in another order than that of the list.
  for (const order of [two, one]) await sam.post(`/api/desk/orders/${order.number}/pack/`, {})
  const bought = await Promise.all([action(sam, number, 'labels'), action(dario, number, 'labels')])
  expect(bought.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const labels = await file('labels.zpl')
  expect(labels.body.match(/\^XA/g)).toHaveLength(2)
  expect(labels.body).not.toContain(three.number)
  const packed = [one.number, two.number]
  const inOrder = (await view(number)).rows
    .map(({ order }) => order)
    .filter((order) => packed.includes(order))
  expect(labels.body.match(/L[A-Z0-9]{9}/g)).toEqual(inOrder)
  const joined = await file('labels.pdf')
  expect(joined.headers['content-type']).toBe('application/pdf')
  expect(joined.headers['content-disposition']).toContain(`labels-batch-${number}.pdf`)
  expect(joined.rawPayload.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  await closeAll()
})

interface Page {
  readonly shipments: readonly { readonly order: string }[]
  readonly older: string | null
  readonly count: number
}

test('the shipment list is paged, and each shipment is on exactly one page', async () => {
  for (let count = 0; count < 52; count += 1) await buy()
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: Page = (
      await sam.get(`/api/desk/fulfillment/?until=${until}${after === '' ? '' : `&after=${after}`}`)
    ).json()
    expect(page.shipments.length).toBeLessThanOrEqual(50)
    seen.push(...page.shipments.map(({ order }) => order))
    if (page.older === null) expect(seen).toHaveLength(page.count)
    after = page.older
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect((await sam.get('/api/desk/fulfillment/?after=2026-99-99~L1~x')).statusCode).toBe(400)
  const none = await sam.get('/desk/fulfillment/batches/999999')
  expect(none.statusCode).toBe(404)
  expect((await make(sam, 201)).json().fields.size).toBe('Please choose at most 200 shipments.')
})
