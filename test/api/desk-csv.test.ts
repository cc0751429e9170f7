import { afterAll, expect, test } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

test('a list as CSV above the limits of requests is not cut off, and has each order once', async () => {
  const filled = await runShopCommand(shop, 'demo', '--orders=2200', '--members=1100')
  expect(filled.code).toBe(0)
  const sam = await joinDesk(api, 'support', 'sam')
  const { count } = (await sam.get('/api/desk/orders/count/')).json()
  expect(count).toBeGreaterThan(2_000)
  // One request has at most a thousand rows.
  expect((await sam.get('/api/desk/orders/?limit=1001')).statusCode).toBe(400)
  // A file of 250,000 orders asks so often, far more than a person's other requests of a minute.
  for (let page = 0; page < 250; page += 1)
    expect((await sam.get('/api/desk/orders/?limit=1')).statusCode).toBe(200)
  const file = await sam.get('/desk/orders.csv')
  const [head = '', ...rows] = file.body.trimEnd().split('\r\n')
  expect(head).toContain('order,')
  const numbers = rows.map((row) => row.slice(0, row.indexOf(',')))
  expect([numbers.length, new Set(numbers).size]).toEqual([count, count])
})
