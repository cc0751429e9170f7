import { test as plain } from 'vitest'
import type { HouseOptions } from './house.ts'
import { memberWith } from './member.ts'
import { openGround } from './shop-ground.ts'
import { newVisitor } from './visitor.ts'

/** A whole shop with the people who come to it. */
export const openTestShop = async (options: HouseOptions = {}) => {
  const ground = await openGround(options)
  return {
    ...ground,
    visitor: (country = 'US', region = 'OR') => newVisitor(ground, country, region),
    member: (traits: string) => memberWith(ground, traits),
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** `test` with a shop of its own for each scenario. */
export const test = plain.extend<{ readonly shop: TestShop }>({
  shop: async ({ task }, use) => {
    const shop = await openTestShop()
    await use(shop)
    await shop.close()
    if (task.result?.state === 'fail') console.error(shop.logged().join('\n'))
  },
})
