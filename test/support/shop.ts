import { test as plain } from 'vitest'
import type { TestAppOptions } from './test-app.ts'
import { asMember, newMember, type MemberOptions } from './member.ts'
import { openShopUnderTest } from './shop-under-test.ts'
import { newVisitor, type Visitor } from './visitor.ts'

/** A whole shop with the people who come to it. */
export const openTestShop = async (options: TestAppOptions = {}) => {
  const shopUnderTest = await openShopUnderTest(options)
  return {
    ...shopUnderTest,
    visitor: (country = 'US', region = 'OR', headers: Readonly<Record<string, string>> = {}) =>
      newVisitor(shopUnderTest, country, region, headers),
    member: (options: MemberOptions) => newMember(shopUnderTest, options),
    /** Sets a password by the link in the mail; needs a purchase first. */
    asMember: (visitor: Visitor) => asMember(shopUnderTest, visitor),
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/** `test` with a shop of its own, opened in this way, for each scenario. */
export const testInShop = (options: TestAppOptions) =>
  plain.extend<{ readonly shop: TestShop }>({
    shop: async ({ task }, use) => {
      const shop = await openTestShop(options)
      await use(shop)
      await shop.close()
      if (task.result?.state === 'fail') console.error(shop.logged().join('\n'))
    },
  })

/** `test` with a shop of its own for each scenario. */
export const test = testInShop({})

/** Likewise, for scenarios in which a charge is open until they move the clock. */
export const testDuringCharge = testInShop({ fixedClock: true })

/** `test` with one shop for all scenarios of a file: for those that do not move the clock. */
export const testInOneShop = (options: TestAppOptions = {}) =>
  plain.extend<{ readonly shop: TestShop }>({
    shop: [
      // eslint-disable-next-line no-empty-pattern -- vitest reads here which other fixtures this one needs
      async ({}, use) => {
        const shop = await openTestShop(options)
        await use(shop)
        await shop.close()
      },
      { scope: 'file' },
    ],
  })
