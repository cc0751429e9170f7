import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changedViolations } from '#app/invariants.ts'
import { reportParts } from '#report/rules/report.ts'
import { rebuildSums } from '#report/server/close-days.ts'
import { rebuildComingOrders } from '#report/server/coming-orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { countStatements } from '../../../bench/statement-count.ts'
import { joinDesk } from '../../api/desk-person.ts'
import { cookieHeader, openTestApi } from '../../api/test-api.ts'
import { asMember } from '../../support/member.ts'
import { newVisitor } from '../../support/visitor.ts'
import { loadCopies } from '../load-copies.ts'

const sizes = (process.env['GROWTH'] ?? '100000,1000000').split(',').map(Number)
/** So many times each action is done in a slice. */
const times = 10

const environment = { PURCHASES_BEFORE_CHECK: '10000' }
const api = await openTestApi(undefined, undefined, environment, { environment })
await api.fastify.listen({ host: 'localhost', port: 0 })
const bound = api.fastify.server.address()
const url = `http://localhost:${typeof bound === 'object' ? bound?.port : ''}`
const shop = { ...api.shop, url }
const { kysely } = api.shop.app.database
const takeCounts = countStatements()
afterAll(() => api.close())

const buy = async () => {
  const visitor = newVisitor(shop, 'US', 'OR', {})
  await visitor.add('syn-rf')
  return { visitor, order: (await visitor.checkout()).order }
}

const first = await buy()
const member = await asMember(shop, first.visitor)
const owner = await joinDesk(api, 'owner', 'olive')
const cookie = cookieHeader(member.client.jar)
const number = first.order?.number ?? ''

/** Pages of 8 kB that the server has looked at, in memory or not, since it was started. */
const buffers = async (): Promise<number> => {
  // Sessions report what they did at their next transaction after a second.
  await delay(1_200)
  for (let requested = 0; requested < 12; requested += 1)
    await Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.01)`.execute(kysely)))
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
  const { rows } = await sql<{ n: number }>`select (blks_hit + blks_read)::bigint as n from pg_stat_database
    where datname = current_database()`.execute(kysely)
  return rows[0]?.n ?? 0
}

interface Cost {
  readonly statements: number
  readonly buffers: number
  readonly milliseconds: number
  /** By the clock, the median of one time. */
  readonly elapsed: number
}

const costOf = async (action: () => Promise<unknown>): Promise<Cost> => {
  await action()
  const start = await buffers()
  takeCounts()
  const cpu = process.cpuUsage()
  const elapsed: number[] = []
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    await action()
    elapsed.push(performance.now() - began)
  }
  const used = process.cpuUsage(cpu)
  const { texts } = takeCounts()
  const sent = Object.values(texts).reduce((sum, count) => sum + count, 0)
  return {
    statements: sent / times,
    buffers: ((await buffers()) - start) / times,
    milliseconds: (used.user + used.system) / 1_000 / times,
    elapsed: elapsed.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0,
  }
}

const page = (path: string) => async () =>
  expect((await api.inject({ method: 'GET', url: path, headers: { cookie } })).statusCode).toBe(200)
const deskPage = (path: string) => async () => expect((await owner.get(path)).statusCode).toBe(200)

/** One subscription that was bought here is due again. */
const renew = async (): Promise<void> => {
  const today = dateIn(api.shop.app.deps.clock.now(), brand.timeZone).toString()
  await sql`update subscription set next_attempt_on = ${today}::date, next_order_on = ${today}::date
    where id in (select subscription_id from order_line line join "order" one on one.id = line.order_id
      where one.number = ${number})`.execute(kysely)
  await api.opened.runDue()
}

const actions: Readonly<Record<string, () => Promise<unknown>>> = {
  checkout: buy,
  'due work, one renewal': renew,
  'due work, nothing due': () => api.opened.runDue(),
  'page of an order': page(`/account/orders/${number}`),
  'home of the account': page('/account/home'),
  'desk: list of orders': deskPage('/desk/orders'),
  'desk: page of an order': deskPage(`/desk/orders/${number}`),
  'desk: search for a number': deskPage(`/desk/find?q=${number}`),
  'desk: search for an address': deskPage(`/desk/find?q=${encodeURIComponent(first.visitor.email)}`),
  ...Object.fromEntries(
    reportParts.map((part) => [`desk: report of 12 months, ${part}`, deskPage(`/desk/report/${part}`)]),
  ),
  'desk: stock, with the forecast of the report': deskPage('/desk/stock'),
  // The clock of these services stands: the copies and their sums are from before this moment, what is done here after it.
  'check of what changed': async () =>
    void (await changedViolations(kysely, api.shop.app.deps.clock.now().add({ seconds: 1 }))),
}

/** Only actions whose name has this word. */
const word = process.env['GROWTH_ACTS'] ?? ''

test('actions succeed and their cost is printed while the shop grows', async () => {
  const table: Record<string, Record<string, string>> = {}
  let loaded = 0
  for (const size of sizes) {
    const started = Date.now()
    await loadCopies(kysely, api.shop.app.deps.clock.now(), loaded, size)
    await rebuildSums(api.shop.app.deps, null)
    await rebuildComingOrders(api.shop.app.deps)
    loaded = size
    console.log(
      `${size} subscriptions and twice as many orders loaded, and their sums made, in ${Math.round((Date.now() - started) / 1_000)} s`,
    )
    for (const [name, action] of Object.entries(actions).filter(([named]) => named.includes(word))) {
      const cost = await costOf(action).catch((thrown: unknown) => String(thrown).slice(0, 200))
      const shown =
        typeof cost === 'string'
          ? cost
          : `${cost.statements.toFixed(1)} / ${cost.buffers.toFixed(0)} / ${cost.milliseconds.toFixed(1)} / ${cost.elapsed.toFixed(0)}`
      table[name] = { ...table[name], [size]: shown }
      console.log(size, name, shown)
    }
  }
  console.log('statements / buffers / CPU ms of this process / ms by the clock, median')
  console.table(table)
})
