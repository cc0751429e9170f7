import { expect } from 'vitest'
import { holdByOperator, packOrder, releaseByOperator } from '#order/server/orders.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInShop, type TestShop } from '../support/shop.ts'

const test = testInShop({ environment: { WAREHOUSE: 'manual' } })

/** Somebody whose kit for 49.99 was delivered on January 6, before the bank says anything. */
const delivered = async (shop: TestShop, card: TestCardName) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  const { order } = await buyer.checkout({ card })
  const number = order?.number ?? ''
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', '1ZBANK')
  await runShopCommand(shop, 'shipments', 'event', '1ZBANK', 'delivered')
  const report = (wish: 'reship' | 'refund') =>
    buyer.client.call(reportProblem, {
      number,
      email: buyer.email,
      request_id: wish,
      kind: 'damaged',
      wish,
      details: 'The jar is broken.',
      lines: [{ position: 0, quantity: 1 }],
      photos: [],
    })
  return { number, report }
}

const stateOfReship = async ({ app }: TestShop): Promise<string | undefined> => {
  const query = app.database.kysely.selectFrom('shipment').select('state').where('is_reship', '=', true)
  return (await query.executeTakeFirst())?.state
}

test.for([
  ['disputed', 'reship'],
  ['disputed', 'refund'],
  ['inquiry', 'reship'],
  ['fraud-warning', 'reship'],
] as const)(
  'after a bank event on a delivered order (%s), a problem report that asks to %s waits for an operator',
  async ([card, wish], { shop }) => {
    const { report } = await delivered(shop, card)
    await shop.travelTo('2031-01-11')
    expect(await report(wish)).toMatchObject({ state: 'open', refund: '0.00' })
    expect(await stateOfReship(shop)).toBeUndefined()
    expect(await shop.refundedCents()).toEqual([0])
    await expectConsistent(shop)
  },
)

test('a replacement shipment is held when the bank disputes the order, until an operator releases it', async ({
  shop,
}) => {
  const { number, report } = await delivered(shop, 'disputed')
  expect(await report('reship')).toMatchObject({ state: 'reshipped' })
  expect(await stateOfReship(shop)).toBe('pending')
  await shop.travelTo('2031-01-11')
  expect(await stateOfReship(shop)).toBe('on-hold')
  const { deps } = shop.app
  await expect(packOrder(deps, number, null)).rejects.toMatchObject({
    detail: `Order ${number} is on hold, because a bank disputes its payment (fraudulent).`,
  })
  expect(await releaseByOperator(deps, number, 'it is right')).toBe(true)
  expect(await stateOfReship(shop)).toBe('pending')
  await expectConsistent(shop)
})

test('of a disputed order whose hold an operator released, a problem report waits for an operator', async ({
  shop,
}) => {
  const { number, report } = await delivered(shop, 'disputed')
  await shop.travelTo('2031-01-11')
  expect(await releaseByOperator(shop.app.deps, number, 'it is right')).toBe(true)
  expect(await report('refund')).toMatchObject({ state: 'open', refund: '0.00' })
  expect(await shop.refundedCents()).toEqual([0])
  await expectConsistent(shop)
})

test('an operator holds a waiting replacement shipment of an order that has shipped', async ({ shop }) => {
  const { number, report } = await delivered(shop, 'approve')
  const { deps } = shop.app
  await expect(holdByOperator(deps, number, 'looks odd')).rejects.toMatchObject({
    detail: `Nothing of order ${number} waits to be shipped.`,
  })
  await report('reship')
  await holdByOperator(deps, number, 'looks odd')
  expect(await stateOfReship(shop)).toBe('on-hold')
  await expect(packOrder(deps, number, null)).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await expectConsistent(shop)
})
