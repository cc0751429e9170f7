import { afterAll, expect, test } from 'vitest'
import { ApiError } from '../support/api-client.ts'
import { humanCheckOf } from '../support/human-check.ts'
import { openTestShop } from '../support/shop.ts'

const shop = await openTestShop({ environment: { PURCHASES_BEFORE_CHECK: '2' } })
afterAll(() => shop.close())

const buy = async (n: number, network: string, captcha = ''): Promise<string> => {
  const buyer = shop.visitor('US', 'OR', { 'x-forwarded-for': network })
  await buyer.add('syn-rf')
  const form = await buyer.fill({ email: `neighbor-${n}@example.com`, but: { captcha } })
  return buyer.send(form).then(
    ({ status }) => status,
    (thrown: unknown) => {
      if (thrown instanceof ApiError) return thrown.code
      throw thrown
    },
  )
}

test('a setting decides after how many purchases an hour a network needs a check', async () => {
  const shared = '198.51.100.40'
  expect([await buy(1, shared), await buy(2, shared)]).toEqual(['ordered', 'ordered'])
  expect(await buy(3, shared)).toBe('CAPTCHA_FAILED')
  expect(await buy(4, shared, await humanCheckOf(shop))).toBe('ordered')
  expect(await buy(5, '198.51.100.41')).toBe('ordered')
})
