import { afterAll, expect, test } from 'vitest'
import { listSessions } from '#account/settings-endpoints.ts'
import { listOrders } from '#order/endpoints.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import { countStatements } from '../../bench/statement-count.ts'
import { insertIdenticalOrders } from '../support/many-orders.ts'
import { insertIdenticalSubscriptions } from '../support/many-subscriptions.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

const visitor = shop.visitor()
await visitor.add('syn-rf')
await visitor.checkout()
const member = await shop.asMember(visitor)
const [subscription] = await member.subscriptions()
const { kysely } = shop.app.database
const { id: accountId } = await kysely
  .selectFrom('account')
  .select('id')
  .where('email', '=', visitor.email)
  .executeTakeFirstOrThrow()

const open = (url: string, client = member.client) =>
  api.inject({ method: 'GET', url, headers: { cookie: cookieHeader(client.jar) } })

/**
 * Statements of a page, the second time that it is opened; those that are sent each of four times, because timers send some of
 * their own.
 */
const costOf = async (url: string) => {
  const first = await open(url)
  expect([url, first.statusCode]).toEqual([url, 200])
  const least = new Map<string, number>()
  for (let time = 0; time < 4; time += 1) {
    takeCounts()
    await open(url)
    const { texts } = takeCounts()
    for (const [one, count] of Object.entries(texts))
      if (time === 0 || least.has(one)) least.set(one, Math.min(count, least.get(one) ?? count))
    for (const one of least.keys()) if (!Object.hasOwn(texts, one)) least.delete(one)
  }
  const longest = Math.max(...[...least.keys()].map((one) => one.length))
  const statements = [...least.values()].reduce((sum, count) => sum + count, 0)
  // A statement about more rows names more of them.
  return { statements, longest, bytes: first.body.length }
}

/** The most statements that each page may send. */
const pages: readonly (readonly [url: string, statements: number])[] = [
  ['/account', 6],
  ['/account/home', 24],
  ['/account/orders', 7],
  ['/account/subscriptions', 15],
  [`/account/subscriptions/${subscription?.id ?? ''}`, 22],
  ['/account/settings/payment-methods', 12],
  ['/account/settings/devices', 7],
]

const costs = async () => {
  const all: Record<string, Awaited<ReturnType<typeof costOf>>> = {}
  for (const [url] of pages) all[url] = await costOf(url)
  return all
}

test('pages of a member with many orders and subscriptions cost no more than with one page of them', async () => {
  await insertIdenticalOrders(kysely, accountId, 21)
  await insertIdenticalSubscriptions(kysely, 11)
  const few = await costs()
  await insertIdenticalOrders(kysely, accountId, 179)
  await insertIdenticalSubscriptions(kysely, 38)
  const many = await costs()
  for (const [url, most] of pages) {
    const [before, after] = [few[url], many[url]]
    if (!before || !after) throw new RangeError('every page has a cost')
    expect([url, after.statements]).toEqual([url, before.statements])
    expect.soft([url, after.statements]).toEqual([url, Math.min(after.statements, most)])
    // The subscriptions that a card pays are listed by name.
    if (url.endsWith('payment-methods')) continue
    expect.soft([url, after.longest]).toEqual([url, before.longest])
    expect.soft([url, after.bytes - before.bytes < 100]).toEqual([url, true])
  }
})

/** What the pages of a list show, from the first one on by the links of each to the next. */
const walk = async (start: string, linkName: string, found: RegExp): Promise<string[]> => {
  const seen: string[] = []
  let url: string | undefined = start
  while (url !== undefined) {
    const { body } = await open(url)
    seen.push(...[...body.matchAll(found)].map((match) => match[1] ?? ''))
    const link = [...body.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].find(
      ([, , text]) => text === linkName,
    )
    url = link?.[1]
  }
  return seen
}

test('links lead to every order and subscription exactly once', async () => {
  const numbers = await walk('/account/orders', 'Older orders', /href="\/account\/orders\/(L[^"]*)"/g)
  expect([numbers.length, new Set(numbers).size]).toEqual([201, 201])
  const detail = /href="\/account\/subscriptions\/([\da-f-]{36})" aria-label/g
  const ids = await walk('/account/subscriptions', 'More subscriptions', detail)
  expect([ids.length, new Set(ids).size]).toEqual([50, 50])
})

test('a list cursor of another member answers an empty list', async () => {
  const other = shop.visitor()
  await other.add('syn-rf')
  await other.checkout()
  const stranger = await shop.asMember(other)
  const [order] = await stranger.orders()
  const [own] = await stranger.subscriptions()
  const orders = await member.client.call(listOrders, { after: order?.id })
  expect(orders).toEqual({ orders: [], next: null })
  const listed = await member.client.call(listSubscriptions, { after: own?.id, sort: 'next-order' })
  expect([listed.subscriptions, listed.next]).toEqual([[], null])
  const { sessions } = await stranger.client.call(listSessions, {})
  const mine = await member.client.call(listSessions, { after: sessions[0]?.id })
  expect(mine).toEqual({ sessions: [], next: null })
})
