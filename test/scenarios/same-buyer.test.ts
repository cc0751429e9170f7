import { expect } from 'vitest'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { outcomeOf } from '../support/outcomes.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

test('a once-per-account coupon: another spelling of the mailbox is refused, the same card or address is shown to operators', async ({
  shop,
}) => {
  const buy = async (email: string, card: TestCardName, place: 'oregon' | 'california') => {
    const visitor = shop.visitor()
    await visitor.add('syn-wk-gift-2020')
    await visitor.enterCode('WELCOME10')
    return outcomeOf(visitor.checkout({ email, card, place }))
  }
  expect(await buy('mara.ito@example.com', 'approve', 'oregon')).toBe('ordered')
  expect(await buy('maraito+again@example.com', 'mastercard', 'california')).toBe('INVALID_COUPON')
  expect((await runShopCommand(shop, 'reviews')).lines).toEqual(['There are no open reviews.'])
  expect(await buy('june@example.com', 'mastercard', 'oregon')).toBe('ordered')
  const { lines } = await runShopCommand(shop, 'reviews')
  expect(lines).toEqual([
    expect.stringContaining(
      'coupon WELCOME10 of june@example.com: another e-mail has used it with the same address',
    ),
  ])
  const id = lines[0]?.split(' ')[0] ?? ''
  expect(await runShopCommand(shop, 'reviews', id, 'approve')).toEqual({ code: 0, lines: ['Approved.'] })
  expect((await runShopCommand(shop, 'reviews', id, 'approve')).code).toBe(1)
  expect((await runShopCommand(shop, 'reviews')).lines).toEqual(['There are no open reviews.'])
  await expectConsistent(shop)
})
