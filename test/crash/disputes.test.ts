import { expect } from 'vitest'
import { trialBalance } from '#ledger/server/journals.ts'
import { expectConsistent } from '../support/invariants.ts'
import { test } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'
import { atDispute } from './dispute-points.ts'

test('killed at each step of a dispute: recorded once, lost once', async ({ shop }) => {
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
