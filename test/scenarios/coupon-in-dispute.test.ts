import { expect } from 'vitest'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInShop, type TestShop } from '../support/shop.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'

const test = testInShop({ environment: { WAREHOUSE: 'manual' } })

/** Two lines with a code, delivered, of which one comes back; the card is disputed after three days. */
const returning = async (shop: TestShop, card: TestCardName) => {
  const buyer = shop.visitor()
  await buyer.add('vs-rst')
  await buyer.add('syn-wk', 2)
  await buyer.enterCode('WELCOME10')
  const { order } = await buyer.checkout({ card, place: 'california' })
  const lookup = { number: order?.number ?? '', email: buyer.email }
  const ship = ['ship', lookup.number, '--carrier', 'ups', '--tracking', '1ZDISPUTED']
  expect(await runShopCommand(shop, ...ship)).toMatchObject({ code: 0 })
  await runShopCommand(shop, 'shipments', 'event', '1ZDISPUTED', 'delivered')
  const { number, refund } = await buyer.client.call(requestReturn, {
    ...lookup,
    request_id: 'once',
    reason: 'changed-mind',
    lines: [{ position: 1, quantity: 1 }],
  })
  return { buyer, lookup, number, refund }
}

test('a discounted line that is returned during a won dispute is refunded once, at the paid price', async ({
  shop,
}) => {
  const { buyer, lookup, number, refund } = await returning(shop, 'disputed')
  await shop.travelTo('2031-01-11')
  const said = await runShopCommand(shop, 'return', number)
  expect(said.code).toBe(0)
  expect(await shop.refundedCents()).toEqual([0])
  await expectConsistent(shop)
  const [dispute] = await shop.app.database.kysely.selectFrom('dispute').select('id').execute()
  expect(await runShopCommand(shop, 'disputes', 'submit', dispute?.id ?? '')).toMatchObject({ code: 0 })
  await shop.travelTo('2031-01-20')
  expect(await shop.refundedCents()).toEqual([Math.round(Number(refund) * 100)])
  expect(await buyer.client.call(viewReturns, lookup)).toMatchObject({
    returns: [{ number, state: 'received', refund }],
  })
  await expectConsistent(shop)
})

test('a discounted line that is returned after the bank gave the money back is not refunded', async ({
  shop,
}) => {
  const { number } = await returning(shop, 'disputed')
  await shop.travelTo('2031-01-20')
  expect((await runShopCommand(shop, 'return', number)).code).toBe(0)
  await shop.travelTo('2031-01-24')
  expect(await shop.refundedCents()).toEqual([0])
  await expectConsistent(shop)
})
