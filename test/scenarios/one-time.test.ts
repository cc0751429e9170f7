import { expect } from 'vitest'
import { test } from '../support/shop.ts'

const kits = [
  // 49.99 and 20 %, 9.998, rounded to 10.00.
  { code: 'syn-once', page: '/daily-synbiotic', total: '59.99', cents: 5999 },
  { code: 'pds-once', page: '/pediatric-daily-synbiotic', total: '59.99', cents: 5999 },
  { code: 'vs-rst', page: '/vaginal-synbiotic', total: '64.99', cents: 6499 },
]

test.for(kits)('$code: its page offers it, and it is charged once in a year', async (kit, { shop }) => {
  const visitor = shop.visitor()
  const { text } = await visitor.client.send({ method: 'GET', path: kit.page })
  expect(text).toContain(`value="${kit.code}"`)
  expect(text).toContain('It doesn’t renew.')
  await visitor.add(kit.code)
  expect(await visitor.preview()).toMatchObject({ subtotal: kit.total, total: kit.total, terms: [] })
  const bought = await visitor.checkout()
  expect(bought).toMatchObject({ status: 'ordered', order: { total: kit.total } })
  const member = await shop.asMember(visitor)
  expect(await member.subscriptions()).toEqual([])
  await shop.travelTo('2032-01-06')
  expect(await member.charges()).toEqual([{ on: '2031-01-06', cents: kit.cents }])
  expect(await member.orders()).toMatchObject([{ kind: 'purchase', state: 'shipped' }])
})
