import { afterAll, expect, test } from 'vitest'
import { countStatements } from '../../bench/statement-count.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

test('the page of an order reads each table once', async () => {
  const owner = await joinDesk(api, 'owner', 'olive')
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const page = `/desk/orders/${order?.number ?? ''}`
  // The first view writes an entry of the log, and loads the page.
  expect((await owner.get(page)).statusCode).toBe(200)
  takeCounts()
  expect((await owner.get(page)).statusCode).toBe(200)
  const { texts } = takeCounts()
  const statements = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, () => text.trim()),
  )
  expect(statements.filter((text) => text.includes('"refund"'))).toHaveLength(1)
  expect(statements.filter((text) => /"(?:staff|order_hold)"/.test(text))).toEqual([])
  expect(statements.length).toBeLessThanOrEqual(12)
})
