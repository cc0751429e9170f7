import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { viewUser } from '#account/endpoints.ts'
import { requestReturn } from '#return/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { photo } from './reported-problems.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

/** Values that occur nowhere else, to be looked for in every page and file. */
const address = {
  firstName: 'Ottoline',
  lastName: 'Quillfeather',
  address: '77 Hidden Heron Lane',
  unit: 'Loft 9',
  city: 'Heronsgate',
  region: 'OR',
  zip: '97229',
  country: 'US',
  phone: '5035550199',
  company: 'Heron Works',
}

const buyer = shop.visitor()
await buyer.add('syn-rf', 2)
const { order } = await buyer.checkout({ but: { address } })
const member = await shop.asMember(buyer)
const number = order?.number ?? ''
const secrets = [
  ...Object.values(address).filter((text) => text.length > 3 && text !== address.zip),
  member.email,
]

const support = await joinDesk(api, 'support', 'sam')
const tracking = '1ZMASKED1'
await support.post(`/api/desk/orders/${number}/ship/`, { carrier: 'ups', tracking })
await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
const back = await buyer.client.call(requestReturn, {
  number,
  email: member.email,
  request_id: 'once',
  reason: 'changed-mind',
  lines: [{ position: 0, quantity: 1 }],
})
/** What buyers wrote and photographed may have one, too. */
const problem = await buyer.client.call(reportProblem, {
  number,
  email: member.email,
  request_id: 'once',
  kind: 'damaged',
  wish: 'refund',
  details: 'Quillfeather is on the label of the broken one.',
  lines: [{ position: 0, quantity: 1 }],
  photos: [await photo()],
})
const photos = await db.selectFrom('order_problem_photo').select('id').execute()
/** What staff typed may have a name in it. */
await member.add('syn-wk')
const { order: held } = await member.checkout({ but: { address } })
const heldNumber = held?.number ?? ''
const reason = 'Ottoline calls back'
await support.post(`/api/desk/orders/${heldNumber}/hold/`, { reason })
const { externalId: accountId } = await member.client.call(viewUser, {})
await support.confirm(`act for ${accountId} for 15 minutes`)
await support.post(`/api/desk/members/${accountId}/act/`, { reason, minutes: 15 })
const tables = ['account', 'order', 'subscription', 'charge', 'shipment', 'payout', 'refund'] as const
const ids = (await Promise.all(tables.map((table) => db.selectFrom(table).select('id').limit(3).execute())))
  .flat()
  .map(({ id }) => id)

/** What stands for each part of an address; for any other one, what could be anything. */
const values: Readonly<Record<string, readonly string[]>> = {
  number: [number, heldNumber, back.number, problem.number, '1'],
  photo: photos.map(({ id }) => id),
  id: ids,
  kind: ['return-expected', 'shipment-to-pack', 'payment-unknown'],
  step: ['next'],
  product: ['syn'],
  account: ['receivable', 'cash'],
  month: ['2026-11', '2031-01'],
  part: ['movements', 'orders', 'countries'],
  of: ['copies', 'sent'],
}

const filled = (path: string): string[] => {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  return (values[name] ?? ['1']).flatMap((value) =>
    filled(path.replace(`:${name}`, encodeURIComponent(value))),
  )
}

const source = readFileSync(new URL('../../src/web/desk/desk-routes.tsx', import.meta.url), 'utf8')
const routes = [...source.matchAll(/screen\('(\/desk[^']*)'/g)].map(([, path = '']) => path)
const paths = [
  ...routes.flatMap(filled),
  `/desk/find?q=${number}`,
  '/desk/find?q=Quill',
  `/desk/find?q=${encodeURIComponent(member.email)}`,
  '/desk/report/rows?number=orders&month=2026-11',
]

const leaksIn = (body: string): string[] =>
  secrets.filter((secret) => body.toLowerCase().includes(secret.toLowerCase()))

test('the test covers every page and file address of the desk', () => {
  expect(routes.length).toBeGreaterThan(120)
})

test.each(['marketing', 'read-only'] as const)(
  '%s gets no name, email or place in any page or file',
  async (role) => {
    const person = await joinDesk(api, role)
    const opened: string[] = []
    const leaks: string[] = []
    for (const path of paths) {
      await api.forgetCounts()
      const { statusCode, rawPayload } = await person.get(path)
      // What was typed into the search is in its own field.
      const typed = path.includes('?q=') ? decodeURIComponent(path.split('?q=')[1] ?? '') : ''
      const found = leaksIn(rawPayload.toString('utf8').replaceAll(typed === '' ? '\0' : typed, ''))
      if (found.length > 0) leaks.push(`${path}: ${found.join(', ')}`)
      if (statusCode === 200) opened.push(path)
    }
    expect(leaks).toEqual([])
    expect(opened.length).toBeGreaterThan(20)
    if (role === 'read-only')
      expect(opened).toEqual(
        expect.arrayContaining([`/desk/orders/${number}`, `/desk/problems/${problem.number}`]),
      )
    expect(opened.filter((path) => path.includes('/photos/'))).toEqual([])
    expect(opened.some((path) => path.startsWith('/desk/members/'))).toBe(true)
    expect(opened.some((path) => path.startsWith('/desk/subscriptions/'))).toBe(true)
  },
)

test('a role with names gets the names in the same pages and files', async () => {
  const withNames = []
  for (const path of paths) {
    await api.forgetCounts()
    if (leaksIn((await support.get(path)).rawPayload.toString('utf8')).length > 0) withNames.push(path)
  }
  expect(withNames).toEqual(
    expect.arrayContaining([
      '/desk/orders',
      '/desk/orders.csv',
      `/desk/orders/${number}`,
      '/desk/find?q=Quill',
      `/desk/problems/${problem.number}`,
    ]),
  )
  for (const path of [`/desk/orders/${heldNumber}`, `/desk/members/${accountId}`])
    expect((await support.get(path)).body).toContain(reason)
  expect(withNames.some((path) => path.startsWith('/desk/subscriptions/'))).toBe(true)
})
