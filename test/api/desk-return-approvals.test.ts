import { afterAll, expect, test } from 'vitest'
import { withdraw } from '#withdrawal/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
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

const askFor = (number: string, counted: object, requestId: string = shop.app.deps.ids.uuid()) =>
  sam.post(`/api/desk/returns/${number}/approval/`, {
    ...counted,
    request_id: requestId,
    reason: 'Both jars are closed.',
  })

const decide = (person: DeskPerson, id: string, decision: string) =>
  person.post(`/api/desk/approvals/${id}/decide/`, { decision })

test('a counted return above the limit waits for a second person, who receives it with a passkey, once', async () => {
  const ada = await delivered({ 'syn-rf-3mo': 2 }, [{ position: 0, quantity: 2 }])
  const counted = { lines: [line(0, 1, 1, 'lid is dented')], amount: '269.94' }
  const requestId = shop.app.deps.ids.uuid()
  const requested = await Promise.all([
    askFor(ada.back, counted, requestId),
    askFor(ada.back, counted, requestId),
  ])
  const id: string = requested[0]?.json().id
  expect(requested.map((answer) => answer.json())).toEqual([{ id }, { id }])
  const before = await stock()
  expect((await dario.get(`/api/desk/approvals/${id}/`)).json()).toMatchObject({
    kind: 'return-receipt',
    href: `/desk/fulfillment/returns/${ada.back}`,
    sum: { amount: '269.94' },
    contents: expect.arrayContaining(['Back to stock: 1. Written off: 1.', 'Note: lid is dented']),
    refusal: null,
    action: `approve ${id}`,
  })
  expect((await decide(sam, id, 'approve')).json().detail).toContain('You requested it')
  expect((await decide(finance, id, 'approve')).json().detail).toContain('Operations or an owner decides')
  expect((await decide(dario, id, 'approve')).json().code).toBe('PROOF_REQUIRED')
  expect(await stock()).toBe(before)
  await Promise.all([dario.confirm(`approve ${id}`), owner.confirm(`approve ${id}`)])
  const both = await Promise.all([decide(dario, id, 'approve'), decide(owner, id, 'approve')])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().detail).toMatch(
    /It was approved before\. (dario|olive) did\./,
  )
  expect(await stock()).toBe(before + 3)
  const actions = (await entriesOf(ada.number)).map(({ action }) => action)
  for (const action of ['approval.requested', 'approval.approved', 'return.received'])
    expect(actions.filter((one) => one === action)).toHaveLength(1)
  expect((await owner.get(`/api/desk/orders/${ada.number}/`)).json().refunded).toBe('269.94')
  expect((await sam.get(`/api/desk/returns/${ada.back}/`)).json().lines[0].found).toEqual({
    restocked: 1,
    written_off: 1,
    note: 'lid is dented',
  })
  await expectConsistent(shop)
})

const postForm = (number: string, fields: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url: `/desk/fulfillment/returns/${number}`,
    headers: {
      cookie: sam.cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: api.opened.deps.publicUrl,
    },
    body: new URLSearchParams(fields).toString(),
  })

test('the approval page works without scripts: a reason field, then the request', async () => {
  const dan = await delivered({ 'syn-rf-3mo': 2 }, [{ position: 0, quantity: 2 }])
  const counted = { 'restocked-0': '2', 'written-off-0': '0', 'note-0': '', other_contents: '', message: '' }
  const seen = (await postForm(dan.back, counted)).body
  expect(seen).toContain('Ask a second person for it')
  expect(seen).toContain('Reason, for who decides')
  const ask = { ...counted, intent: 'ask', amount: '269.94', request_id: shop.app.deps.ids.uuid() }
  const empty = await postForm(dan.back, { ...ask, reason: '' })
  expect(empty.body).toContain('Please give a reason.')
  const requested = await postForm(dan.back, { ...ask, reason: 'Both are closed.' })
  expect([requested.statusCode, requested.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/desk\/approvals\/[\da-f-]{36}$/),
  ])
  const page = (await dario.get(String(requested.headers.location))).body
  expect(page).toContain(`Return of order ${dan.number}`)
  expect(page).toContain('See the return')
  expect(page).toContain('Approve: receive it, and refund $269.94')
})

test('approval is refused for a return within the limit or already received, and works for a large withdrawal', async () => {
  const small = await delivered({ 'syn-rf': 1 }, [{ position: 0, quantity: 1 }])
  const within = await askFor(small.back, { lines: [line(0, 1)], amount: '49.99' })
  expect(within.json().detail).toContain('within your limit')
  const ben = await delivered({ 'syn-rf-3mo': 2 }, [{ position: 0, quantity: 2 }])
  const counted = { lines: [line(0, 2)], amount: '269.94' }
  expect((await askFor(ben.back, { ...counted, amount: '1.00' })).json().code).toBe('TOTAL_CHANGED')
  const { id } = (await askFor(ben.back, counted)).json()
  await owner.confirm(`receive ${ben.back} 26994`)
  expect((await receive(owner, ben.back, counted)).statusCode).toBe(200)
  await dario.confirm(`approve ${id}`)
  const late = await decide(dario, id, 'approve')
  expect(late.statusCode).toBe(409)
  expect((await dario.get(`/desk/approvals/${id}`)).body).toContain('Refuse it; it can be asked for again.')
  expect((await entriesOf(ben.number)).filter(({ action }) => action === 'return.received')).toHaveLength(1)
  expect((await decide(dario, id, 'refuse')).statusCode).toBe(200)
  const cleo = await delivered({ 'syn-rf-3mo': 2 }, [], 'berlin')
  await cleo.client.call(withdraw, cleo.lookup)
  const whole = (await preview(sam, cleo.number, { lines: [line(0, 2)] })).json()
  const requested = (await askFor(cleo.number, { lines: [line(0, 2)], amount: whole.amount })).json()
  await owner.confirm(`approve ${requested.id}`)
  expect((await decide(owner, requested.id, 'approve')).statusCode).toBe(200)
  expect((await sam.get(`/api/desk/returns/${cleo.number}/`)).json().state).toBe('received')
  await expectConsistent(shop)
})
