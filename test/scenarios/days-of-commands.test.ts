import { expect } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

test('commands name the days of the shop, also in the evening, when it is the next day in UTC', async ({
  shop,
}) => {
  // From 10:00 in New York to 21:00.
  await shop.advanceSeconds(11 * 3_600)
  const day = await shop.today()
  const mara = await shop.member({ plan: 'monthly refill' })
  const credited = await runShopCommand(shop, 'credit', mara.email, '20.00', 'For', 'the', 'jar')
  expect(credited.lines[0]).toMatch(new RegExp(`^${day} `))

  await runShopCommand(shop, 'api-key', 'create', 'Depot', '--scopes', 'orders:read', '--days', '30')
  const end = Temporal.PlainDate.from(day).add({ days: 30 }).toString()
  const keys = await runShopCommand(shop, 'api-key', 'list')
  expect(keys.lines[0]).toContain(`until ${end}  never used`)

  const rhea = shop.visitor()
  await rhea.add('syn-rf')
  const { order } = await rhea.checkout({ card: 'refund-refused' })
  await runShopCommand(shop, 'refund', order?.number ?? '')
  const refused = await runShopCommand(shop, 'refund')
  expect(refused.lines.join(' ')).toContain(`of order ${order?.number ?? ''}, requested on ${day}.`)
})
