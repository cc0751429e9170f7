import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeBilling } from '#payment/endpoints.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const newId = () => api.opened.deps.ids.uuid()

const park = (id: string) =>
  sql`insert into parked_subscription (subscription_id, account_id, step, reason, parked_at)
    select id, account_id, 'renewal', 'this row is broken', now() from subscription where id = ${id}::uuid`.execute(
    db,
  )

const subscriber = async () => subscriptionClient(await shop.member({ plan: 'monthly refill' }))

const retry = async (person: Awaited<ReturnType<typeof joinDesk>>, id: string) =>
  (await person.post(`/api/desk/subscriptions/${id}/retry/`, { request_id: newId() })).statusCode

test('a new card for all, while the desk retries the parked renewal and it is charged: one charge, by one of the two cards', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, subscriber))
  for (const { id } of members) await park(id)
  await shop.travelDays(32)
  await shop.settled()
  for (const member of members) expect(await member.charges()).toHaveLength(1)
  const [sam, dario] = [await joinDesk(api, 'support', 'sam'), await joinDesk(api, 'operations', 'dario')]
  for (const member of members) {
    await member.signIn()
    const card = { token: await shop.pages.tokenFor('mastercard') }
    const [first, second, saved] = await Promise.all([
      retry(sam, member.id),
      retry(dario, member.id),
      member.client.call(changeBilling, { card, all_subscriptions: true, request_id: newId() }),
      shop.settled(),
    ])
    // A change of the subscription takes it up again too.
    expect([first, second].filter((code) => code === 200).length).toBeLessThan(2)
    for (const code of [first, second]) expect([200, 409]).toContain(code)
    expect(saved.status).toBe('saved')
  }
  await shop.settled()
  for (const member of members) {
    expect(await member.charges()).toHaveLength(2)
    expect((await member.view()).card?.last4).toBe('4444')
  }
  await expectConsistent(shop)
})

test('a subscription that is canceled or paused, and parked by a run that came late, is not charged by a retry', async () => {
  const [canceled, paused] = [await subscriber(), await subscriber()]
  await canceled.call(cancelSubscription, { id: canceled.id })
  await paused.make({ action: 'pause' })
  for (const { id } of [canceled, paused]) await park(id)
  await shop.travelDays(40)
  const dario = await joinDesk(api, 'operations', 'dario')
  const states = async () => [(await canceled.view()).state, (await paused.view()).state]
  expect(await states()).toEqual(['canceled', 'paused'])
  for (const { id } of [canceled, paused]) {
    const page = (await dario.get(`/desk/subscriptions/${id}`)).body
    expect(page.includes('Its renewals are parked')).toBe(true)
    expect(await retry(dario, id)).toBe(200)
  }
  await shop.settled()
  for (const member of [canceled, paused]) expect(await member.charges()).toHaveLength(1)
  expect(await states()).toEqual(['canceled', 'paused'])
  await expectConsistent(shop)
})
