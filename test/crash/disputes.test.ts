import { expect } from 'vitest'
import { trialBalance } from '#ledger/server/journals.ts'
import { requestReturn } from '#return/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'
import { atDispute } from './dispute-points.ts'

test('killed at each step of a dispute, it is recorded once and lost once', async ({ shop }) => {
  for (const step of atDispute) {
    const buyer = shop.visitor()
    await buyer.add('syn-wk')
    await buyer.checkout({ card: 'disputed' })
    const { died } = await armed(shop, step)
    await shop.travelDays(4).catch(cut)
    await died
    await shop.app.start()
    await shop.travelDays(1)
  }
  await shop.travelDays(10)
  const { kysely } = shop.app.database
  const disputes = await kysely.selectFrom('dispute').select(['state', 'amount_cents']).execute()
  expect(disputes).toEqual(atDispute.map(() => ({ state: 'lost', amount_cents: 4999 })))
  const balances = new Map((await trialBalance(kysely)).map(({ account, cents }) => [account, cents]))
  // Three kits of 49.99 and three fees of 15.00.
  expect(balances.get('dispute-losses')).toBe(14_997)
  expect(balances.get('dispute-fees')).toBe(4_500)
  await expectConsistent(shop)
})

test('a return received before the shop has read the dispute is settled with the dispute', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  const { order } = await buyer.checkout({ card: 'disputed' })
  const number = order?.number ?? ''
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', '1ZBACK')
  await runShopCommand(shop, 'shipments', 'event', '1ZBACK', 'delivered')
  const lines = [{ position: 0, quantity: 1 }]
  const sentBack = await buyer.client.call(requestReturn, {
    number,
    email: buyer.email,
    request_id: 'once',
    reason: 'changed-mind',
    lines,
  })
  const { died } = await armed(shop, 'dispute: reading begun')
  await shop.travelDays(4).catch(cut)
  await died
  // The bank has the money, and the shop has not read that.
  await runShopCommand(shop, 'return', sentBack.number)
  await shop.app.start()
  await shop.travelDays(12)
  const { kysely } = shop.app.database
  expect(await kysely.selectFrom('dispute').select('state').execute()).toEqual([{ state: 'lost' }])
  const refunds = await kysely.selectFrom('refund').select(['state', 'refusal']).execute()
  expect(refunds).toEqual([{ state: 'refused', refusal: 'dispute-lost' }])
  expect(await shop.refundedCents()).toEqual([0])
  await expectConsistent(shop)
})
