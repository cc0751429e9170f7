import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import { reportersOf } from './reported-problems.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const newId = () => api.opened.deps.ids.uuid()
const reporter = reportersOf(api, await joinDesk(api, 'support', 'una'))
// Two of three units for 49.99 each are reported, before the bank says anything.
const [open, lost, partlyLost] = [
  await reporter({ card: 'disputed' }),
  await reporter({ card: 'disputed' }),
  await reporter({ card: 'disputed' }),
]

type Reporter = typeof open

/** Preview and refund by somebody who signs in now. */
const askFor = async ({ at }: Reporter, amount = '99.98') => {
  const sam = await joinDesk(api, 'support', 'sam')
  const previewed = await sam.post(`${at}/refund/preview/`, {})
  const refunded = await sam.post(`${at}/refund/`, { amount, request_id: newId(), note: '' })
  return { sam, previewed, refunded }
}

const expectNothingSaid = async (one: Reporter): Promise<void> => {
  expect(await one.problems()).toMatchObject({ problems: [{ state: 'open', refund: '0.00' }] })
  expect(await one.subjects()).not.toContain(`About ${one.number}: our solution`)
}

test('while the bank decides, a report is not refunded, and its buyer is promised nothing', async () => {
  await shop.travelDays(4)
  const { previewed, refunded } = await askFor(open)
  for (const answer of [previewed, refunded]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toContain('A bank disputes this payment and has its money.')
  }
  await expectNothingSaid(open)
  await expectConsistent(shop)
})

test('after a lost dispute a report is not refunded, and its buyer is promised nothing; it can be declined', async () => {
  await shop.travelDays(12)
  const { sam, previewed, refunded } = await askFor(lost)
  for (const answer of [previewed, refunded]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toContain('its buyer has the money')
  }
  await expectNothingSaid(lost)
  const note = 'Your bank has given you the money.'
  const declined = await sam.post(`${lost.at}/decline/`, { request_id: newId(), note })
  expect(declined.statusCode).toBe(200)
  await expectConsistent(shop)
})

test('after a dispute that was lost in part, a report and everything of its order come to what the bank has left', async () => {
  // The bank has taken 149.97 and given 49.97 back; the sandbox's banks only take everything.
  const order = db.selectFrom('order').select('charge_id').where('number', '=', partlyLost.order)
  await db.updateTable('charge').set({ lost_cents: 100_00 }).where('id', '=', order).execute()
  const movement = await db
    .selectFrom('dispute_movement')
    .innerJoin('dispute', 'dispute.id', 'dispute_movement.dispute_id')
    .where('charge_id', '=', order)
    .selectAll('dispute_movement')
    .executeTakeFirstOrThrow()
  const returned = { ...movement, id: newId(), processor_movement: 'returned', cents: 49_97, fee_cents: 0 }
  await db.insertInto('dispute_movement').values(returned).execute()
  const { sam, previewed, refunded } = await askFor(partlyLost)
  expect([previewed.statusCode, previewed.json().amount]).toEqual([200, '49.97'])
  expect(refunded.json()).toMatchObject({ code: 'TOTAL_CHANGED', data: { amount: '49.97' } })
  const everything = { everything: true }
  const path = `/api/desk/orders/${partlyLost.order}/`
  expect((await sam.post(`${path}refund/preview/`, everything)).json()).toMatchObject({
    amount: '49.97',
    left: '0.00',
  })
  expect((await sam.post(`${path}refund/preview/`, { sum: '9.97' })).json()).toMatchObject({ left: '40.00' })
  expect((await sam.get(path)).json()).toMatchObject({ left: '49.97' })
})
