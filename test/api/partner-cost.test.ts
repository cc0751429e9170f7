import { afterAll, expect, test } from 'vitest'
import { countStatements } from '../../bench/statement-count.ts'
import { createWebhook, turnWebhookOff } from '#partner/webhook/server/webhooks.ts'
import type { EventType } from '#partner/webhook/rules/event-types.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
const takeCounts = countStatements()
afterAll(() => api.close())

const visitor = shop.visitor()
await visitor.add('syn-rf')
const { order } = await visitor.checkout()
const { id: orderId, account_id: accountId } = await shop.app.database.kysely
  .selectFrom('order')
  .select(['id', 'account_id'])
  .where('number', '=', order?.number ?? '')
  .executeTakeFirstOrThrow()

/** Every statement of a transaction with the events of a purchase, but for those of the jobs that follow. */
const statementsOfPurchase = async (): Promise<string[]> => {
  takeCounts()
  await inTransaction(deps, async (tx) => {
    tx.publish({ kind: 'order-placed', orderId, accountId })
  })
  const { texts } = takeCounts()
  return Object.entries(texts).flatMap(([text, count]) => Array.from({ length: count }, () => text.trim()))
}

/** Of three times, the one with the fewest statements: timers of the shop send some of their own now and then. */
const statementsWithoutTimers = async (): Promise<string[]> => {
  const times = [await statementsOfPurchase(), await statementsOfPurchase(), await statementsOfPurchase()]
  return times.toSorted((a, b) => a.length - b.length)[0] ?? []
}

const ofPartners = (statements: readonly string[]): string[] =>
  statements.filter((text) => text.includes('partner_'))

const by = { actor: 'operator', requestId: 'cost' } as const
const subscribe = (eventTypes: readonly EventType[]) =>
  inTransaction(deps, (tx) =>
    createWebhook(tx, deps, by, {
      name: 'cost',
      url: 'https://partner.example/',
      eventTypes,
      isSandbox: true,
    }),
  )

test('a purchase costs no statement without subscribed partners, and one statement in its transaction otherwise', async () => {
  const without = await statementsWithoutTimers()
  expect(ofPartners(without)).toEqual([])
  const other = await subscribe(['dispute.opened'])
  // Which events are wanted is read once.
  await statementsOfPurchase()
  expect(ofPartners(await statementsOfPurchase())).toEqual([])
  const first = await subscribe(['order.created'])
  const second = await subscribe(['order.created', 'order.canceled'])
  await statementsOfPurchase()
  const wanted = await statementsWithoutTimers()
  expect(ofPartners(wanted)).toEqual([expect.stringMatching(/^with event as \(\s+insert into partner_event/)])
  expect(wanted).toHaveLength(without.length + 1)
  expect(wanted.filter((text) => text === 'commit')).toHaveLength(1)
  const { rows } = await shop.app.database.pool.query(
    'select count(*)::int as n from partner_delivery d join partner_event e on e.id = d.event_id where e.type = $1',
    ['order.created'],
  )
  expect(rows[0].n).toBeGreaterThanOrEqual(2)
  for (const { id } of [other, first, second])
    await inTransaction(deps, (tx) => turnWebhookOff(tx, by, id, 'the test is over'))
  await statementsOfPurchase()
  expect(ofPartners(await statementsOfPurchase())).toEqual([])
})

test('a transaction that is rolled back sends no webhook', async () => {
  const { id } = await subscribe(['order.created'])
  const count = async () =>
    (await shop.app.database.pool.query('select 1 from partner_delivery where endpoint_id = $1', [id]))
      .rowCount
  const before = await count()
  await expect(
    inTransaction(deps, async (tx) => {
      tx.publish({ kind: 'order-placed', orderId, accountId })
      tx.beforeCommit(() => Promise.reject(new Error('undone')))
    }),
  ).rejects.toThrow('undone')
  expect(await count()).toBe(before)
})
