import { expect } from 'vitest'
import { viewReturns } from '#return/endpoints.ts'
import { longDate } from '#shared/dates.ts'
import { previewWithdrawal } from '#withdrawal/endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

test('the 14 days of withdrawal begin when the last package is delivered, however late', async ({ shop }) => {
  const ute = shop.visitor()
  await ute.add('syn-rf', 2)
  const { order } = await ute.checkout({ place: 'berlin' })
  const orderKey = { number: order?.number ?? '', email: ute.email }
  const until = async () => (await ute.client.call(previewWithdrawal, orderKey)).until
  const ship = (tracking: string, ...more: readonly string[]) =>
    runShopCommand(shop, 'ship', orderKey.number, '--carrier', 'ups', '--tracking', tracking, ...more)
  const says = (tracking: string, event: string) =>
    runShopCommand(shop, 'shipments', 'event', tracking, event)
  await ship('1ZLATE', '--lines', 'syn-rf:1')
  await ship('1ZLATER')
  await says('1ZLATE', 'in-transit')
  await says('1ZLATER', 'in-transit')
  await shop.travelDays(60)
  expect(await until()).toBeNull()
  await says('1ZLATE', 'delivered')
  expect(await until()).toBeNull()
  await shop.travelDays(10)
  await says('1ZLATER', 'delivered')
  const last = Temporal.PlainDate.from(await shop.today()).add({ days: 14 })
  expect(await until()).toBe(last.toString())
  const page = await ute.client.send({
    method: 'POST',
    path: '/withdraw',
    body: new URLSearchParams(orderKey).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(page.text).toContain(`You can withdraw until ${longDate(last.toString())}.`)
  await shop.travelDays(15)
  await expect(until()).rejects.toMatchObject({ data: { reason: 'too-late' } })
  // Both were delivered less than 30 days ago.
  expect((await ute.client.call(viewReturns, orderKey)).lines).toMatchObject([{ quantity: 2 }])
})
