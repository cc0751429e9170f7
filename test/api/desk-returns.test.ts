import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { viewReturns } from '#return/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import { line, packageRecords, packagesOf, preview, receiveWith } from './returned-packages.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const finance = await joinDesk(api, 'finance', 'fay')

const delivered = packagesOf(api, sam)
const receive = receiveWith(api)

const { stock, entriesOf } = packageRecords(api, owner)

test('a return is found by its number, previewed and received: refund, stock, mail and log change together', async () => {
  const mara = await delivered({ 'syn-rf': 3 }, [{ position: 0, quantity: 3 }])
  const listed = (await sam.get('/api/desk/returns/')).json().returns
  expect(listed).toContainEqual(
    expect.objectContaining({
      number: mara.back,
      order: mara.number,
      state: 'awaited',
      reason: 'changed-mind',
      lines: [expect.objectContaining({ quantity: 3 })],
    }),
  )
  const found = await sam.get(`/desk/fulfillment/returns?q=${mara.back.toLowerCase()}`)
  expect([found.statusCode, found.headers.location]).toEqual([303, `/desk/fulfillment/returns/${mara.back}`])
  expect((await sam.get('/desk/fulfillment/returns?q=L0-R9')).body).toContain('No return has the number')
  // Two are as good as new, one is open; 3 × 49.99 = 149.97.
  const counted = { lines: [line(0, 2, 1, 'The lid of one is open.')] }
  const seen = await preview(sam, mara.back, counted)
  expect(seen.json()).toMatchObject({
    amount: '149.97',
    restocked: 2,
    written_off: 1,
    refusal: null,
    action: null,
  })
  const before = await stock()
  const done = await receive(sam, mara.back, { ...counted, amount: '149.97' })
  expect([done.statusCode, done.json()]).toEqual([200, { text: 'The refund was made.' }])
  expect(await stock()).toBe(before + 2)
  await shop.settled()
  expect((await shop.mails(mara.email)).map(({ subject }) => subject)).toContain(
    `Refund for your order ${mara.number}`,
  )
  expect(await mara.client.call(viewReturns, mara.lookup)).toMatchObject({
    returns: [{ state: 'received', refund: '149.97' }],
  })
  expect(await entriesOf(mara.number)).toContainEqual(
    expect.objectContaining({ action: 'return.received', actor: 'sam (support)' }),
  )
  expect((await sam.get(`/api/desk/returns/${mara.back}/`)).json()).toMatchObject({
    state: 'received',
    refusal: expect.stringContaining('sam (support) received it on'),
    lines: [{ found: { restocked: 2, written_off: 1, note: 'The lid of one is open.' } }],
  })
  await expectConsistent(shop)
})

test('a return with less than announced refunds that part with a reason for the member, and the rest can still be sent', async () => {
  const noor = await delivered({ 'syn-rf': 2 }, [{ position: 0, quantity: 2 }])
  const counted = { lines: [line(0, 1)] }
  const refused = await preview(sam, noor.back, counted)
  expect([refused.statusCode, refused.json().fields.message]).toEqual([
    400,
    expect.stringContaining('Please tell the member'),
  ])
  const explained = { ...counted, message: 'One of the two jars was not in the package.' }
  expect((await preview(sam, noor.back, explained)).json()).toMatchObject({ amount: '49.99' })
  expect((await receive(sam, noor.back, { ...explained, amount: '49.99' })).statusCode).toBe(200)
  await shop.settled()
  const mail = (await shop.mails(noor.email)).find(({ subject }) => subject.startsWith('Refund'))
  expect(mail?.text).toContain('One of the two jars was not in the package.')
  expect(await noor.client.call(viewReturns, noor.lookup)).toMatchObject({
    lines: [{ position: 0, quantity: 1 }],
  })
})

test('units beyond the announced quantity and unannounced lines are refunded as far as the order contains them', async () => {
  const ola = await delivered({ 'syn-wk': 2, 'pds-wk': 1 }, [{ position: 0, quantity: 1 }])
  const view = async () => (await sam.get(`/api/desk/returns/${ola.back}/`)).json().lines
  const at = (await view()).findIndex(({ sku }: { sku: string }) => sku === 'syn-wk')
  const lines = [line(at, 2), line(1 - at, 0, 1)]
  const most = await preview(sam, ola.back, { lines: [line(at, 3)] })
  expect(most.json().fields.lines).toContain('at most 2 can come back')
  // 2 × 49.99 + 49.99 = 149.97
  expect((await preview(sam, ola.back, { lines })).json()).toMatchObject({ amount: '149.97' })
  expect((await receive(sam, ola.back, { lines, amount: '149.97' })).statusCode).toBe(200)
  expect((await view())[at]).toMatchObject({ found: { restocked: 2, written_off: 0 } })
  expect((await view())[1 - at]).toMatchObject({ found: { restocked: 0, written_off: 1 } })
  await expectConsistent(shop)
})

test('a return of the wrong product refunds nothing, restocks nothing, and sends the member a mail', async () => {
  const pia = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const before = await stock()
  const counted = {
    lines: [line(0, 0)],
    other_contents: 'A jar of another brand.',
    message: 'The package had a jar of another brand in it.',
  }
  expect((await preview(sam, pia.back, counted)).json()).toMatchObject({ amount: '0.00', rows: [] })
  const done = await receive(sam, pia.back, { ...counted, amount: '0.00' })
  expect(done.json()).toEqual({ text: 'It is received, and nothing is refunded.' })
  await shop.settled()
  const mail = (await shop.mails(pia.email)).find(
    ({ subject }) => subject === `Your return ${pia.back} has arrived`,
  )
  expect(mail?.text).toContain('The package had a jar of another brand in it.')
  expect(await stock()).toBe(before)
  // What was announced can still be sent.
  expect(await pia.client.call(viewReturns, pia.lookup)).toMatchObject({ lines: [{ quantity: 1 }] })
})

test('two people receiving a return at once make one refund and one stock movement, and the second sees who was first', async () => {
  const ida = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const before = await stock()
  const counted = { lines: [line(0, 1)], amount: '49.99' }
  const both = await Promise.all([receive(sam, ida.back, counted), receive(dario, ida.back, counted)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const second = both.find(({ statusCode }) => statusCode === 409)
  expect(second?.json().detail).toMatch(
    /(sam \(support\)|dario \(operations\)) received it on .*Nothing was refunded/,
  )
  expect(await stock()).toBe(before + 1)
  expect((await entriesOf(ida.number)).filter(({ action }) => action === 'return.received')).toHaveLength(1)
})

test('the same form sent twice receives the return once and succeeds both times', async () => {
  const eve = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const id = shop.app.deps.ids.uuid()
  const counted = { lines: [line(0, 1)], amount: '49.99' }
  const both = await Promise.all([receive(sam, eve.back, counted, id), receive(sam, eve.back, counted, id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  // Another form of the same person is not done.
  const another = await receive(sam, eve.back, counted)
  expect([another.statusCode, another.json().detail]).toEqual([
    409,
    expect.stringContaining('Nothing was refunded or counted twice'),
  ])
  expect((await entriesOf(eve.number)).filter(({ action }) => action === 'return.received')).toHaveLength(1)
})

test('returns have the limits and passkey of other refunds, and a sum that differs from the preview is refused', async () => {
  // 2 × 134.97 = 269.94: above what support refunds, and above what needs no passkey.
  const uma = await delivered({ 'syn-rf-3mo': 2 }, [{ position: 0, quantity: 2 }])
  const counted = { lines: [line(0, 2)] }
  expect((await preview(sam, uma.back, counted)).json().refusal).toContain('Refunds above $200.00')
  expect((await receive(sam, uma.back, { ...counted, amount: '269.94' })).statusCode).toBe(403)
  const seen = (await preview(dario, uma.back, counted)).json()
  expect(seen).toMatchObject({ refusal: null, action: `receive ${uma.back} 26994` })
  expect((await receive(dario, uma.back, { ...counted, amount: '269.94' })).json().code).toBe(
    'PROOF_REQUIRED',
  )
  await dario.confirm(seen.action)
  expect((await receive(dario, uma.back, { ...counted, amount: '269.93' })).json().code).toBe('TOTAL_CHANGED')
  expect((await receive(dario, uma.back, { ...counted, amount: '269.94' })).statusCode).toBe(200)
  // What was refunded for a return counts for the order.
  const zoe = await delivered({ 'syn-rf-3mo': 2 }, [{ position: 0, quantity: 1 }])
  expect((await receive(sam, zoe.back, { lines: [line(0, 1)], amount: '134.97' })).statusCode).toBe(200)
  const more = await sam.post(`/api/desk/orders/${zoe.number}/refund/preview/`, {
    units: [{ position: 0, quantity: 1 }],
  })
  expect(more.json().refusal).toContain('You can refund $65.03 of this one')
})

test('an expired return that still arrives is refunded, and a canceled return is refused with a sentence', async () => {
  const kim = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const lea = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  await sql`update order_return set state = 'expired', ended_at = requested_at where number = ${kim.back}`.execute(
    shop.app.database.kysely,
  )
  await sql`update order_return set state = 'canceled', ended_at = requested_at where number = ${lea.back}`.execute(
    shop.app.database.kysely,
  )
  const counted = { lines: [line(0, 1)], amount: '49.99' }
  expect((await sam.get(`/api/desk/returns/${kim.back}/`)).json()).toMatchObject({
    state: 'expired',
    refusal: null,
  })
  expect((await receive(sam, kim.back, counted)).statusCode).toBe(200)
  expect((await sam.get(`/desk/fulfillment/returns/${lea.back}`)).body).toContain('It was canceled.')
  const refused = await receive(sam, lea.back, counted)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringContaining('This return was canceled.'),
  ])
})

test('a withdrawal refunds everything that is left; missing units are named first, and the counted stock is recorded', async () => {
  const anna = await delivered({ 'syn-rf': 2 }, [], 'berlin')
  await anna.client.call(withdraw, { number: anna.number, email: anna.email })
  expect((await sam.get('/api/desk/returns/')).json().returns).toContainEqual(
    expect.objectContaining({ kind: 'withdrawal', number: anna.number, due_on: null }),
  )
  const before = await stock()
  const less = { lines: [line(0, 1)], message: 'One jar was missing.' }
  expect((await preview(sam, anna.number, less)).json().fields.despite_missing).toContain('is missing')
  const counted = { lines: [line(0, 1, 1)] }
  const { amount } = (await preview(sam, anna.number, counted)).json()
  const total = (await sam.get(`/api/desk/orders/${anna.number}/`)).json().total
  expect(amount).toBe(total)
  const both = await Promise.all(
    [sam, dario].map((person) => receive(person, anna.number, { ...counted, amount })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await stock()).toBe(before + 1)
  await expectConsistent(shop)
})

test('a role that does not ship cannot see returns, and an unknown return is 404', async () => {
  const { back } = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  expect((await finance.get('/desk/fulfillment/returns')).statusCode).toBe(404)
  expect((await finance.get(`/api/desk/returns/${back}/`)).statusCode).toBe(404)
  expect((await receive(finance, back, { lines: [], amount: '0.00' })).statusCode).toBe(404)
  expect((await sam.get('/api/desk/returns/L000000000-R1/')).statusCode).toBe(404)
  // An order without a withdrawal is no return.
  expect((await sam.get(`/api/desk/returns/${back.replace('-R1', '')}/`)).statusCode).toBe(404)
})

test('the worklist links to the page of the return', async () => {
  const { back } = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const rows = (await sam.get('/api/desk/tasks/return-expected/')).json().rows
  expect(rows).toContainEqual(expect.objectContaining({ href: `/desk/fulfillment/returns/${back}` }))
})
