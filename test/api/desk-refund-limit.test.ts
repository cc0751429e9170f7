import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

/** More acts of one order than any page of its log shows. */
const manyActs = 220

test('a limit of one order counts what was refunded before, however much was done with the order since', async () => {
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

  for (let act = 0; act < manyActs / 2; act += 1) {
    if (act % 50 === 0) await api.forgetCounts()
    await support.post(`${path}/hold/`, { reason: 'The address is checked' })
    await support.post(`${path}/release/`, { reason: 'The address is right' })
  }
  const { amount, refusal } = await preview()
  expect(refusal).toContain(limit)
  expect((await refund(amount)).statusCode).toBe(403)
})

test('an act that is refused by right is in the log, once an hour, and a look that is refused is not', async () => {
  const owner = await joinDesk(api, 'owner')
  const [finance, { number }] = [
    await joinDesk(api, 'finance', 'olu'),
    (await owner.get('/api/desk/orders/')).json().orders[0],
  ]
  const entries = async (name: string) =>
    (await owner.get(`/api/desk/team/log/?subject=endpoint:${name}`))
      .json()
      .entries.map(({ act, actor, reason }: Record<string, string>) => [act, actor, reason])
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

test('a form in which nothing is chosen says so, and is not told that all is refunded', async () => {
  const support = await joinDesk(api, 'support', 'sue')
  const { number } = (await support.get('/api/desk/orders/')).json().orders[0]
  const nothing = await support.post(`/api/desk/orders/${number}/refund/preview/`, { units: [] })
  expect(nothing.json().errors ?? nothing.json().fields).toEqual({
    units: 'Please enter how many units of a line are refunded, from 1 on.',
  })
})
