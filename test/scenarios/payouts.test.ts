import { expect } from 'vitest'
import { sql } from 'kysely'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

test('the sandbox processor keeps its fee and pays out each day, and ledger, command and reconciliation match', async ({
  shop,
}) => {
  const mara = shop.visitor()
  await mara.add('syn-rf')
  const { order } = await mara.checkout()
  const number = order?.number ?? ''
  await runShopCommand(shop, 'refund', number, '--goodwill=12.50')
  await shop.travelDays(2)
  // 49.99 less a fee of 1.45 and 0.30, and less the goodwill of 12.50: 35.74.
  const { lines } = await runShopCommand(shop, 'payouts')
  expect(lines).toEqual([expect.stringMatching(/^po_\w+ {2}\d{4}-\d\d-\d\d {2}paid {2}35\.74 USD$/)])
  const [name = ''] = lines[0]?.split(' ') ?? []
  expect((await runShopCommand(shop, 'payouts', name)).lines).toEqual([
    expect.stringMatching(new RegExp(`charge +49\\.99 +-1\\.75 +48\\.24 +${number}$`)),
    expect.stringMatching(new RegExp(`refund +-12\\.50 +0\\.00 +-12\\.50 +${number}$`)),
    `${name}  paid  35.74 USD`,
  ])
  expect((await runShopCommand(shop, 'payouts', 'po_none')).lines).toEqual(['There is no payout po_none.'])
  const ledger = (await runShopCommand(shop, 'ledger')).lines.map((line) => line.replaceAll(/ +/g, ' '))
  expect(ledger).toEqual(
    expect.arrayContaining([
      'bank sandbox 35.74 USD',
      'processor-fees sandbox 1.75 USD',
      'receivable sandbox 0.00 USD',
      'total 0.00 USD',
    ]),
  )
  expect(await runShopCommand(shop, 'reconcile')).toEqual({
    code: 0,
    lines: ['Compared: charges 1, refunds 1, balance entries 3, payouts 1. All agree.'],
  })
  expect((await runShopCommand(shop, 'invariants')).code).toBe(0)
  await expectConsistent(shop)
  await shop.app.change((tx) => sql`update payout set amount_cents = 1`.execute(tx.db).then(() => undefined))
  expect((await runShopCommand(shop, 'invariants')).lines).toEqual([
    'cents USD paid out: 1, and 3574 in the ledger',
    `payout ${name} is 1 cents, and its parts are 3574`,
    '2 found.',
  ])
  expect((await runShopCommand(shop, 'reconcile')).lines[0]).toContain(
    'A payout is $0.01, paid, in the shop and $35.74, paid,',
  )
})
