import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const newId = () => api.opened.deps.ids.uuid()

/** A subscription that was parked at a step, with what the shop said; its member. */
const parked = async (step = 'renewal', reason = 'this row is broken') => {
  const member = await shop.member({ plan: 'monthly refill' })
  const { id } = await subscriptionClient(member)
  await sql`insert into parked_subscription (subscription_id, account_id, step, reason, parked_at, times)
    select id, account_id, ${step}, ${reason}, now(), 2 from subscription where id = ${id}::uuid`.execute(db)
  return { member, id, at: `/api/desk/subscriptions/${id}/` }
}

const isParked = async (id: string): Promise<boolean> =>
  (await db.selectFrom('parked_subscription').select('step').where('subscription_id', '=', id).execute())
    .length > 0

const [sam, dario, owner, reader] = [
  await joinDesk(api, 'support', 'sam'),
  await joinDesk(api, 'operations', 'dario'),
  await joinDesk(api, 'owner', 'olive'),
  await joinDesk(api, 'read-only', 'rea'),
]

type Person = typeof sam

const retry = (person: Person, at: string, request_id = newId()) => person.post(`${at}retry/`, { request_id })

const entriesOf = async (id: string): Promise<readonly Record<string, string>[]> => {
  const { entries } = (await owner.get(`/api/desk/team/log/?subject=subscription:${id}`)).json()
  return entries.filter(({ action }: { action: string }) => action === 'renewal.retried')
}

test('a parked renewal is in the worklist with its plan and a plain reason, and on its subscription page', async () => {
  const { id, at } = await parked()
  const { rows } = (await sam.get('/api/desk/tasks/renewal-parked/')).json()
  expect(rows).toContainEqual(
    expect.objectContaining({
      id,
      retry: id,
      href: `/desk/subscriptions/${id}`,
      text: expect.stringMatching(/^.+: its renewal could not be prepared, and nothing was charged$/),
    }),
  )
  expect(rows[0].text).not.toContain('A subscription')
  expect((await sam.get('/desk/tasks/renewal-parked')).body).toContain('Try again')
  expect((await sam.get(at)).json().parked).toMatchObject({ reason: 'this row is broken', times: 2 })
  const page = (await sam.get(`/desk/subscriptions/${id}`)).body
  const words = ['Its renewals are parked', 'this row is broken', 'It failed 2 times', 'Try again']
  const shownOn = (body: string) => words.filter((one) => body.includes(one))
  expect(shownOn(page)).toEqual(words)
  // Neither the button nor what an error quotes for a role without names.
  const masked = (await reader.get(`/desk/subscriptions/${id}`)).body
  expect(shownOn(masked)).toEqual(['Its renewals are parked', 'It failed 2 times'])
})

test('a retried renewal is due like others, with the person in the log, and the same form retries it once', async () => {
  const { id, at } = await parked('order')
  const form = newId()
  const done = await retry(sam, at, form)
  expect([done.statusCode, done.json()]).toEqual([
    200,
    { outcome: 'due', text: 'It is taken up again at the next run.' },
  ])
  expect(await isParked(id)).toBe(false)
  expect((await retry(sam, at, form)).statusCode).toBe(200)
  expect(await entriesOf(id)).toEqual([expect.objectContaining({ actor: 'sam (support)' })])
  const second = await retry(dario, at)
  expect([second.statusCode, second.json().detail]).toEqual([
    409,
    expect.stringContaining('sam (support) last took it up again on'),
  ])
  expect((await sam.get(at)).json().parked).toBeNull()
  // Parked once more, the form of before is no second try.
  await sql`insert into parked_subscription (subscription_id, account_id, step, reason, parked_at)
    select id, account_id, 'order', 'again', now() from subscription where id = ${id}::uuid`.execute(db)
  expect((await retry(sam, at, form)).statusCode).toBe(200)
  expect(await isParked(id)).toBe(true)
  expect((await retry(sam, at)).statusCode).toBe(200)
  expect(await entriesOf(id)).toHaveLength(2)
})

test('of two staff who retry a renewal at once, one succeeds and the other sees who; a form sent twice at once retries once', async () => {
  const one = await parked()
  const both = await Promise.all([retry(sam, one.at), retry(dario, one.at)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const [first, second] = both[0].statusCode === 200 ? ['sam', both[1]] : ['dario', both[0]]
  expect(second.json().detail).toContain(first)
  expect(await entriesOf(one.id)).toHaveLength(1)
  const other = await parked()
  const form = newId()
  const twice = await Promise.all([retry(sam, other.at, form), retry(sam, other.at, form)])
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await entriesOf(other.id)).toHaveLength(1)
})

test('the member, a visitor and roles without the right cannot retry, and a subscription that is not parked cannot be retried', async () => {
  const { member, id, at } = await parked()
  for (const role of ['marketing', 'finance', 'read-only'] as const)
    expect((await retry(await joinDesk(api, role), at)).statusCode).toBe(404)
  for (const cookie of ['', cookieHeader(member.client.jar)]) {
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ request_id: newId() })
    const answer = await api.inject({ method: 'POST', url: `${at}retry/`, headers, body })
    expect([401, 404]).toContain(answer.statusCode)
  }
  expect(await isParked(id)).toBe(true)
  const healthy = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const refused = await retry(sam, `/api/desk/subscriptions/${healthy.id}/`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
  expect((await retry(sam, `/api/desk/subscriptions/${newId()}/`)).statusCode).toBe(404)
  expect(await entriesOf(healthy.id)).toEqual([])
})

test('a retry of a subscription that has ended says that nothing is taken up, and a paid order is finished', async () => {
  const ended = await parked()
  await sql`update subscription set state = 'canceled', canceled_at = now(), next_attempt_on = null
    where id = ${ended.id}::uuid`.execute(db)
  const form = newId()
  const first = await retry(sam, ended.at, form)
  const text = 'The subscription has ended, so nothing is taken up again and nothing is charged.'
  expect([first.statusCode, first.json()]).toEqual([200, { outcome: 'ended', text }])
  expect((await retry(sam, ended.at, form)).json()).toEqual({ outcome: 'ended', text })
  expect(await isParked(ended.id)).toBe(false)
  const page = await sam.get(`/desk/subscriptions/${ended.id}?done=retried-ended`)
  expect(page.body).toContain(text)
  expect(page.body).not.toContain('next run')
  // What was paid becomes an order whatever became of the subscription.
  const paid = await parked('order')
  await sql`update subscription set state = 'canceled', canceled_at = now(), next_attempt_on = null
    where id = ${paid.id}::uuid`.execute(db)
  expect((await retry(sam, paid.at)).json()).toMatchObject({ outcome: 'due' })
})

test('the command says of each that it retries what follows', async () => {
  await sql`delete from parked_subscription`.execute(db)
  const [ended, live] = [await parked(), await parked()]
  await sql`update subscription set state = 'canceled', canceled_at = now(), next_attempt_on = null
    where id = ${ended.id}::uuid`.execute(db)
  expect((await runShopCommand(shop, 'parked', 'retry', ended.id)).lines).toEqual([
    '1 subscription has ended, so nothing is taken up again and nothing is charged.',
  ])
  expect((await runShopCommand(shop, 'parked', 'retry', live.id)).lines).toEqual([
    '1 subscription is retried at the next run.',
  ])
  expect((await runShopCommand(shop, 'parked', 'retry', 'all')).lines).toEqual([
    '0 subscriptions are retried at the next run.',
  ])
})
