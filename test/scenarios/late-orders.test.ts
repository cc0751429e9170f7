import { expect } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { rangeText } from '#shared/date-range.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

/** Somebody who bought a refill that nobody has packed. */
const buyer = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  return {
    ...visitor,
    number,
    order: () => visitor.client.call(findGuestOrder, { number, email: visitor.email }),
  }
}

test('a buyer gets one mail about a late order and can cancel the order until it is packed', async ({
  shop,
}) => {
  const [waits, packed, cancels, shipped] = [
    await buyer(shop),
    await buyer(shop),
    await buyer(shop),
    await buyer(shop),
  ]
  const lateMails = async (of: typeof waits) =>
    (await shop.mails(of.email)).filter(({ subject }) => subject === `Your order ${of.number} ships later`)
  await runShopCommand(shop, 'shipments', 'pack', packed.number)
  const tracking = '1Z999AA10123456785'
  await runShopCommand(shop, 'ship', shipped.number, '--carrier', 'ups', '--tracking', tracking)
  const { ship_on, ship_until } = await waits.order()
  await shop.travelTo(ship_until ?? ship_on ?? '')
  expect(await lateMails(waits)).toEqual([])

  await shop.travelDays(1)
  const [mail] = await lateMails(waits)
  const { arrives } = await waits.order()
  expect(mail?.text).toContain(`Arrives ${rangeText(arrives ?? { from: '', until: '' })}`)
  expect(mail?.text).toContain('cancel the order')
  expect((await lateMails(packed)).map(({ text }) => /cancel the order/.test(text))).toEqual([false])
  expect(await lateMails(shipped)).toEqual([])

  await cancels.client.call(withdraw, { number: cancels.number, email: cancels.email, name: 'Mara Ito' })
  expect(await cancels.order()).toMatchObject({ state: 'canceled' })
  await shop.travelDays(7)
  expect(await lateMails(waits)).toHaveLength(1)
  await expectConsistent(shop)
})
