import { expect } from 'vitest'
import { asOperator } from '../support/operator.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('a price that an operator changes is the price of the next cart', async ({ shop }) => {
  const { code, lines } = await asOperator(shop, 'price', 'pds-wk', '52.99')
  expect({ code, lines }).toEqual({ code: 0, lines: ['pds-wk costs $52.99 from now on, $49.99 until now.'] })
  expect((await asOperator(shop, 'price')).lines).toContain('pds-wk                  52.99 USD')
  const visitor = shop.visitor()
  await visitor.add('pds-wk')
  await expect.poll(async () => (await visitor.cart()).total, { timeout: 10_000 }).toBe('52.99')
})

test('a shelf that an operator empties sells nothing, and what is no price or shelf is refused', async ({
  shop,
}) => {
  expect((await asOperator(shop, 'stock', 'vs-01', '0')).code).toBe(0)
  expect((await asOperator(shop, 'stock')).lines).toContain('vs-01               0')
  expect(await asOperator(shop, 'price', 'syn-wk', '52,99')).toMatchObject({ code: 1 })
  expect(await asOperator(shop, 'price', 'syn-xx', '52.99')).toEqual({
    code: 1,
    lines: ['There is no plan syn-xx.'],
  })
  expect(await asOperator(shop, 'stock', 'soap', '3')).toMatchObject({ code: 1 })
  expect(await asOperator(shop, 'stock', 'vs-01')).toMatchObject({ code: 1 })
})
