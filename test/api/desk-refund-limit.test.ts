import { afterAll, expect, test } from 'vitest'
import { withdraw } from '#withdrawal/endpoints.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

/** More actions of one order than any page of its log shows. */
const manyActions = 220

test('the refund limit of an order counts earlier refunds, whatever happened to the order since', async () => {
  // 2 × 134.97 = 269.94: support refunds up to 200 of it.
  const visitor = api.shop.visitor()
  for (let count = 0; count < 2; count += 1) await visitor.add('syn-rf-3mo')
  await visitor.checkout()
  const member = await api.shop.asMember(visitor)
  const [order] = await member.orders()
  const path = `/api/desk/orders/${order?.number}`
  const support = await joinDesk(api, 'support')
  const oneUnit = { units: [{ position: 0, quantity: 1 }] }
  const preview = async () => (await support.post(`${path}/refund/preview/`, oneUnit)).json()
  const refund = (amount: string) =>
    support.post(`${path}/refund/`, {
      ...oneUnit,
      amount,
      reason: 'Arrived damaged',
      request_id: api.opened.deps.ids.uuid(),
    })
  expect((await refund((await preview()).amount)).statusCode).toBe(200)
  const limit = 'You can refund $65.03 of this one'
  expect((await preview()).refusal).toContain(limit)

  for (let action = 0; action < manyActions / 2; action += 1) {
    if (action % 50 === 0) await api.forgetCounts()
    await support.post(`${path}/hold/`, { reason: 'The address is checked' })
    await support.post(`${path}/release/`, { reason: 'The address is right' })
  }
  const { amount, refusal } = await preview()
  expect(refusal).toContain(limit)
  expect((await refund(amount)).statusCode).toBe(403)
})

test('an action refused for lack of rights is logged once an hour, and a refused read is not logged', async () => {
  const owner = await joinDesk(api, 'owner')
  const [finance, { number }] = [
    await joinDesk(api, 'finance', 'olu'),
    (await owner.get('/api/desk/orders/')).json().orders[0],
  ]
  const entries = async (name: string) =>
    (await owner.get(`/api/desk/team/log/?subject=endpoint:${name}`))
      .json()
      .entries.map(({ action, actor, reason }: Record<string, string>) => [action, actor, reason])
  for (let time = 0; time < 2; time += 1) {
    const held = await finance.post(`/api/desk/orders/${number}/hold/`, { reason: 'The address is checked' })
    expect(held.statusCode).toBe(404)
  }
  expect((await finance.get('/api/desk/team/log/')).statusCode).toBe(404)
  expect(await entries('holdDeskOrder')).toEqual([['act.refused', 'olu (finance)', 'Not for finance.']])
  expect(await entries('listAuditEntries')).toEqual([])
  expect(await entries('refundDeskOrder')).toEqual([
    ['act.refused', expect.stringContaining('(support)'), expect.stringContaining('You can refund $65.03')],
  ])
})

test('a refund form without a selection says so, instead of saying that everything was refunded', async () => {
  const support = await joinDesk(api, 'support', 'sue')
  const { number } = (await support.get('/api/desk/orders/')).json().orders[0]
  const nothing = await support.post(`/api/desk/orders/${number}/refund/preview/`, { units: [] })
  expect(nothing.json().errors ?? nothing.json().fields).toEqual({
    units: 'Please enter how many units of a line are refunded, from 1 on.',
  })
})

test('a refund above the rest is refused in preview and refund, and nothing is refunded or logged', async () => {
  const support = await joinDesk(api, 'support', 'sue')
  const buyer = api.shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  const at = `/api/desk/orders/${order?.number ?? ''}`
  const tooMuch = '1000.00'
  const form = {
    sum: tooMuch,
    amount: tooMuch,
    reason: 'Arrived damaged',
    request_id: api.opened.deps.ids.uuid(),
  }
  for (const answer of [
    await support.post(`${at}/refund/preview/`, { sum: tooMuch }),
    await support.post(`${at}/refund/`, form),
  ]) {
    expect(answer.statusCode).toBeLessThan(500)
    expect([answer.statusCode >= 400, answer.body]).toEqual([
      true,
      expect.stringContaining('This is more than what is left of the charge.'),
    ])
  }
  const { refunded, timeline } = (await support.get(`${at}/`)).json()
  expect(refunded).toBe('0.00')
  expect(timeline.filter(({ text }: { text: string }) => text.startsWith('Refunded'))).toEqual([])
})

test('a person who submits a form second sees why it was refused, and the typed values stay', async () => {
  const [first, second] = [await joinDesk(api, 'operations', 'ona'), await joinDesk(api, 'support', 'sid')]
  const buy = async () => {
    const visitor = api.shop.visitor()
    await visitor.add('syn-rf')
    const { order } = await visitor.checkout()
    return { visitor, number: order?.number ?? '' }
  }
  const { number } = await buy()
  const what = { units: [{ position: 0, quantity: 1 }], amount: '49.99', reason: 'Arrived damaged' }
  const [oneId, otherId] = [api.opened.deps.ids.uuid(), api.opened.deps.ids.uuid()]
  const given = await first.post(`/api/desk/orders/${number}/refund/`, { ...what, request_id: oneId })
  expect(given.statusCode, given.body).toBe(200)
  const typed = { kind: 'lines', 'units-0': '1', reason: 'The lid was loose, she says.', amount: '49.99' }
  const answer = await second.form(`/desk/orders/${number}/refund`, { ...typed, request_id: otherId })
  expect(answer).toContain('Nothing was sent; see what happened to the order.')
  expect(answer).toContain('value="The lid was loose, she says."')

  const canceled = await buy()
  await canceled.visitor.client.call(withdraw, { number: canceled.number, email: canceled.visitor.email })
  const ship = { intent: 'ship', carrier: 'usps', tracking: '9400111899562255' }
  const late = await second.form(`/desk/orders/${canceled.number}`, ship)
  expect(late).toContain('role="alert"')
  expect(late).toContain('9400111899562255')
})
