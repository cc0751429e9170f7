import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { requireUsable } from '#platform/pooler.ts'
import { emptyDatabase, type FreshDatabase } from '../../support/database.ts'
import { expectConsistent } from '../../support/invariants.ts'
import { startShopping, type Shopping } from '../../support/persistent-buyers.ts'
import { startPgBouncer, urlOf } from '../../support/pgbouncer.ts'
import { startRestartableServer } from '../../support/restartable-server.ts'
import { openTestShop, type TestShop } from '../../support/shop.ts'

const sessions = 4

let pooler: Awaited<ReturnType<typeof startPgBouncer>>
let database: FreshDatabase

beforeAll(async () => {
  const { address } = inject('databaseServer')
  pooler = await startPgBouncer({ address, mode: 'transaction', sessions })
  database = await emptyDatabase()
})

afterAll(async () => {
  await database.close()
  await pooler.stop()
})

const nameOf = (address: DatabaseAddress): string => (address.kind === 'socket' ? address.database : '')

/** The server itself, with the pooler before it. */
const pooled = (address: DatabaseAddress): DatabaseAddress => ({
  kind: 'url',
  url: urlOf(address),
  poolerUrl: pooler.urlTo(nameOf(address)),
})

test('a transaction-mode pooler as DATABASE_URL is refused with a sentence, however busy it is', async () => {
  const url = pooler.urlTo(nameOf(database.address))
  const others = openDatabase({ kind: 'url', url }, { maxConnections: 8, onIdleError: () => undefined })
  const end = new AbortController()
  const busy = Array.from({ length: 8 }, async () => {
    while (!end.signal.aborted) await others.pool.query('select 1')
  })
  for (let time = 0; time < 20; time += 1)
    await expect(requireUsable({ kind: 'url', url })).rejects.toThrow(
      'DATABASE_URL leads to a pooler in transaction mode',
    )
  end.abort()
  await Promise.all(busy)
  await others.close()
})

test('the server itself, a session-mode pooler, and the server with a pooler beside it are accepted', async () => {
  const { address } = database
  const inSession = await startPgBouncer({ address, mode: 'session', sessions })
  await requireUsable({ kind: 'url', url: urlOf(address) })
  await requireUsable({ kind: 'url', url: inSession.urlTo(nameOf(address)) })
  await requireUsable(pooled(address))
  await inSession.stop()
})

test('a pooler for another database is refused', async () => {
  const other = await emptyDatabase()
  const mixed = {
    kind: 'url',
    url: urlOf(database.address),
    poolerUrl: pooler.urlTo(nameOf(other.address)),
  } as const
  await expect(requireUsable(mixed)).rejects.toThrow('leads to another database')
  await other.close()
})

const timeLimits = { read: 1, write: 1, background: 1, report: 1 }

test('statements end at their limits, alone and in a transaction, and leave no setting or lock behind', async () => {
  const opened = openDatabase(pooled(database.address), {
    maxConnections: 16,
    onIdleError: () => undefined,
    timeLimits,
  })
  const { kysely } = opened
  const sleeping = sql`select pg_sleep(20)`
  const tooLong = Array.from({ length: sessions }, () => sleeping.execute(kysely))
  for (const { status } of await Promise.allSettled(tooLong)) expect(status).toBe('rejected')
  await expect(sleeping.execute(kysely)).rejects.toMatchObject({ code: '57014' })
  await expect(kysely.transaction().execute((db) => sleeping.execute(db))).rejects.toMatchObject({
    code: '57014',
  })
  const settings = sql<{ pid: number; limit: string }>`
    select pg_backend_pid() as pid, setting as limit, pg_sleep(0.05) from pg_settings where name = 'statement_timeout'`
  // Outside of what the shop sends by itself, as another client of the pooler sees the sessions.
  const { rows } = await database.pool.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = $1)`,
    [nameOf(database.address)],
  )
  expect(rows).toEqual([])
  const left = await Promise.all(
    Array.from({ length: sessions }, () => opened.pool.query(settings.compile(kysely).sql)),
  )
  expect(new Set(left.flatMap((answer) => answer.rows.map(({ limit }) => limit)))).toEqual(new Set(['0']))
  await opened.close()
})

const expectSound = async (shop: TestShop): Promise<void> => {
  await shop.settled()
  await expectConsistent(shop)
  expect(shop.logged().filter((line) => /prepared statement|unrecognized|26000|42P05/.test(line))).toEqual([])
}

test('a shop behind a pooler sells to eight buyers at once, sees changes, renews and sends mails', async () => {
  const shop = await openTestShop({ reach: pooled })
  const shopping = startShopping(shop, 8, 3)
  await shopping.done
  expect(shopping.refused).toEqual([])
  await shop.changePrice('syn-rf', 5_099)
  await shop.waitForPrice('syn-rf', '50.99')
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  const { rows: before } = await sql`select from "order"`.execute(shop.app.database.kysely)
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  await shop.travelDays(35)
  const { rows: after } = await sql`select from "order"`.execute(shop.app.database.kysely)
  expect(after.length).toBeGreaterThan(before.length + 1)
  expect((await shop.mails()).length).toBeGreaterThan(24)
  await expectSound(shop)
  await shop.close()
})

/** Each order that a buyer saw is there, and none besides. */
const expectSeen = async (shop: TestShop, { seen, refused }: Shopping): Promise<void> => {
  const { rows } = await sql<{ number: string }>`select number from "order"`.execute(shop.app.database.kysely)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(seen.map(({ number }) => number).toSorted())
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
  await expectSound(shop)
}

test('when the pooler is killed and restarted while eight buyers buy, each order they saw exists once', async () => {
  const shop = await openTestShop({ reach: pooled })
  const shopping = startShopping(shop, 8, 2)
  await shopping.untilSeen(3)
  await pooler.restart()
  await shopping.done
  await expectSeen(shop, shopping)
  await shop.close()
})

test('when the server behind the pooler restarts while eight buyers buy, each order they saw exists once', async () => {
  const server = await startRestartableServer()
  const { address } = server.server
  const before = await startPgBouncer({ address, mode: 'transaction', sessions })
  const reach = (to: DatabaseAddress): DatabaseAddress => ({
    kind: 'url',
    url: urlOf(to),
    poolerUrl: before.urlTo(nameOf(to)),
  })
  const shop = await openTestShop({ server: server.server, reach })
  for (const mode of ['fast', 'immediate'] as const) {
    const { length: bought } = (await sql`select from "order"`.execute(shop.app.database.kysely)).rows
    const shopping = startShopping(shop, 8, 2)
    await shopping.untilSeen(3)
    await server.end(mode)
    // Until a buyer has been refused in the gap, however short it is.
    await expect.poll(() => shopping.refused.length).toBeGreaterThan(0)
    await server.start()
    await shopping.done
    const { length: now } = (await sql`select from "order"`.execute(shop.app.database.kysely)).rows
    expect(now - bought).toBe(16)
    expect(shopping.refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
    await expectSound(shop)
  }
  await shop.close()
  await before.stop()
  await server.stop()
})
