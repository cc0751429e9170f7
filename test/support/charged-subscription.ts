import { expect } from 'vitest'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { subscriptionClient } from './subscription-client.ts'
import type { TestShop } from './shop.ts'

/** A member whose immediate order is being charged, and whose charge has no outcome yet. */
export const charging = async (shop: TestShop, card: TestCardName = 'time-out') => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.untilDecided((await visitor.checkout({ card })).checkout_id)
  const mara = await subscriptionClient(await shop.asMember(visitor))
  expect((await mara.agree({ action: 'order-now' })).made.charge).toBe('pending')
  return mara
}
