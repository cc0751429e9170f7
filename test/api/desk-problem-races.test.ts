import { afterAll, beforeEach, expect, test } from 'vitest'
import { reportProblem } from '#return/problem-endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { reportersOf } from './reported-problems.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const reporter = reportersOf(api, sam)
const newId = () => api.opened.deps.ids.uuid()

/** The states of an order's refunds, and their cents together. */
const refundsOf = async (order: string) => {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select(['refund.state', 'refund.amount_cents', 'refund.credit_cents'])
    .where('order.number', '=', order)
    .execute()
  const cents = rows.reduce((sum, row) => sum + row.amount_cents + row.credit_cents, 0)
  return { states: rows.map(({ state }) => state), cents }
}

const refundReport = (person: typeof sam, at: string, amount: string) =>
  person.post(`${at}/refund/`, { amount, request_id: newId(), note: '' })

/** A refund of units on the page of the order, as its preview says. */
const orderRefund = async (order: string, quantity: number) => {
  const path = `/api/desk/orders/${order}/refund/`
  const wanted = { units: [{ position: 0, quantity }], reason: 'It came late' }
  const { amount, action } = (await dario.post(`${path}preview/`, wanted)).json()
  if (action) await dario.confirm(action)
  return () => dario.post(path, { ...wanted, amount, request_id: newId() })
}

test('a report, its order and an operator at the same moment: nothing is refunded twice', async () => {
  for (let round = 0; round < 3; round += 1) {
    // Two of three units are reported, and two are refunded at the order: 4 of 3 units.
    const mara = await reporter()
    const refundOrder = await orderRefund(mara.order, 2)
    const [report, order] = await Promise.all([
      refundReport(sam, mara.at, '99.98'),
      refundOrder(),
      runShopCommand(shop, 'problem', mara.number, 'decline', '--note=Not this time'),
    ])
    for (const { statusCode } of [report, order]) expect([200, 409]).toContain(statusCode)
    const { cents } = await refundsOf(mara.order)
    expect([99_98, 149_97]).toContain(cents)
  }
  await expectConsistent(shop)
})

test('two reports of one order at the same moment, each below the limit of the role: one is refunded', async () => {
  const one = await reporter({ plan: 'syn-rf-3mo', bought: 2, reported: 1 })
  const other = await one.client.call(reportProblem, {
    number: one.order,
    email: one.email,
    request_id: 'another',
    kind: 'damaged',
    wish: 'refund',
    details: 'The other one too.',
    lines: [{ position: 0, quantity: 1 }],
    photos: [],
  })
  const reports = [one.at, `/api/desk/problems/${other.number}`]
  // 134.97 each, and 200.00 of one order.
  const both = await Promise.all(reports.map((at) => refundReport(sam, at, '134.97')))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  const open = (both[0]?.statusCode === 200 ? reports[1] : reports[0]) ?? ''
  const refundOrder = await orderRefund(one.order, 1)
  const last = await Promise.all([
    refundOrder(),
    refundReport(dario, open, '134.97'),
    dario.post(`${open}/reship/`, { request_id: newId(), note: '' }),
  ])
  for (const { statusCode } of last) expect([200, 409]).toContain(statusCode)
  // The report is refunded or sent again, and the unit is refunded once.
  expect(last.slice(1).filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
  expect((await refundsOf(one.order)).cents).toBeLessThanOrEqual(269_94)
  await expectConsistent(shop)
})

// The last one: at the end of the day nobody is signed in.
test('an answer of the processor that is lost: of two people one refunds, and it is carried out once', async () => {
  const orders: string[] = []
  for (const card of ['refund-time-out', 'refund-lost'] as const) {
    const mara = await reporter({ card })
    orders.push(mara.order)
    const both = await Promise.all([
      refundReport(sam, mara.at, '99.98'),
      refundReport(dario, mara.at, '99.98'),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [first, second] = both[0].statusCode === 200 ? both : both.toReversed()
    expect(first?.json().text).toContain('The shop asks again by itself.')
    expect(second?.json().detail).toMatch(
      /^(sam \(support\)|dario \(operations\)) refunded it on .* Nothing was done a second time\.$/,
    )
  }
  await shop.travelDays(1)
  await shop.settled()
  for (const order of orders) expect(await refundsOf(order)).toEqual({ states: ['refunded'], cents: 99_98 })
  await expectConsistent(shop)
})
