import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { changeBilling } from '#payment/endpoints.ts'
import { moveClock } from '#dev-tools/endpoints.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import { newApiClient } from '../support/api-client.ts'
import { sendAll, nextActions, findFalseClaims } from '../support/changes-during-run.ts'
import { freePort } from '../support/children.ts'
import { count } from '../support/outcomes.ts'
import { insertIdenticalSubscriptions } from '../support/many-subscriptions.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

// `npm run races:long` sets 500 renewals and 200 changes of each kind.
const renewals = Number(process.env['RENEWALS_IN_RUN'] ?? 54)
const changes = Number(process.env['CHANGES_IN_RUN'] ?? 36)

test(`${changes} changes during ${renewals} renewals by 2 processes: no charge after an answer, no false sentence`, async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  // Each charge takes a while, so that the run is on its way for long.
  await buyer.checkout({ card: 'slow' })
  const mara = await shop.asMember(buyer)
  const { kysely: db } = shop.app.database
  await insertIdenticalSubscriptions(db, renewals - 1)
  const second = await shop.app.start(null, await freePort())
  await shop.travelTo('2031-02-05')
  await mara.signIn()
  const card = { token: await shop.pages.tokenFor('mastercard') }
  const { payment_method_id: cardId } = await mara.client.call(changeBilling, {
    card,
    request_id: 'another card',
  })
  const method = await db
    .selectFrom('payment_method')
    .select('processor_method')
    .where('id', '=', cardId ?? '')
    .executeTakeFirstOrThrow()
  const there = newApiClient(second.url)
  for (const [name, value] of mara.client.jar) there.jar.set(name, value)

  const run = newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
  const countRequested = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from billing_cycle`.execute(db)
    return rows[0]?.n ?? 0
  }
  while ((await countRequested()) === 0) await sleep(5)
  // The next order is already at the higher price, and none of today's is.
  const increased = runShopCommand(shop, 'price-increase', 'syn-rf', '59.99', '2031-02-07')
  const clients = [mara.client, there, mara.client, there]
  const next = await nextActions(db, changes)
  const results = await sendAll(clients, next, { moveTo: '2031-02-20', cardId: cardId ?? '' })
  expect((await increased).code).toBe(0)
  await run
  await shop.settled()

  expect(await findFalseClaims(shop, results, method.processor_method)).toEqual([])
  expect(await invariantViolations(db)).toEqual([])
  expect(results).toHaveLength(changes)
  // A card that is chosen during a charge waits for it; every other change is made.
  const refused = results.filter(({ reply, actionName }) => reply === null && actionName !== 'card')
  expect(refused).toEqual([])
  const ends = results.map(({ reply }) =>
    reply === null ? 'refused' : (reply.charge_in_flight?.state ?? 'before'),
  )
  console.log(`${changes} changes while ${renewals} renewals were on their way:`, count(ends))
})
