import { afterAll, expect, test } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { joinDesk } from './desk-person.ts'
import { reportersOf } from './reported-problems.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const reporter = reportersOf(api, sam)

const refund = (person: typeof sam, at: string, amount: string) =>
  person.post(`${at}/refund/`, { amount, request_id: api.opened.deps.ids.uuid(), note: '' })

test('a report of an order in another currency is refunded in it, within the limit of the role in that currency', async () => {
  // 3 × 67.99 is 203.97, with 26.52 tax: above 200, below 270 Canadian dollars.
  const lise = await reporter({ isCanadian: true, bought: 3, reported: 3 })
  expect((await sam.post(`${lise.at}/refund/preview/`, {})).json()).toMatchObject({
    currency: 'CAD',
    amount: '230.49',
    refusal: null,
    action: null,
  })
  expect((await refund(sam, lise.at, '230.499')).json()).toMatchObject({
    fields: { sum: 'Please enter an amount of CAD.' },
  })
  expect((await refund(sam, lise.at, '230.49')).statusCode).toBe(200)
  expect(await lise.problems()).toMatchObject({ problems: [{ refund: '230.49', currency: 'CAD' }] })
  const above = await reporter({ isCanadian: true, bought: 4, reported: 4 })
  const { amount, refusal } = (await sam.post(`${above.at}/refund/preview/`, {})).json()
  // 4 × 67.99 with 13 % tax of it.
  expect([amount, refusal]).toEqual(['307.31', expect.stringContaining('Refunds above CA$270.00')])
  expect((await refund(sam, above.at, amount)).json()).toMatchObject({ code: 'FORBIDDEN' })
  await expectConsistent(shop)
})
