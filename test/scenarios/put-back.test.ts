import { Client, escapeIdentifier } from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { connectionSettings } from '#platform/database.ts'
import {
  dropDatabase,
  freshDatabase,
  onServer,
  type FreshDatabase,
  type TestServer,
} from '../support/database.ts'
import { contentOf } from '../support/put-back.ts'
import { openTestShop } from '../support/shop.ts'

/** A template of these tests alone: no other test leaves databases of it, or takes one. */
let server: TestServer

beforeAll(async () => {
  const { address, template } = inject('databaseServer')
  server = { address, template: `${template}_again` }
  const copied = `template ${escapeIdentifier(template)} strategy file_copy`
  await onServer(address, `create database ${escapeIdentifier(server.template)} ${copied}`)
  return () => dropDatabase(address, server.template)
})

const isOpen = async ({ address }: FreshDatabase): Promise<boolean> => {
  const client = new Client(connectionSettings(address))
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

test('the next test finds what a new copy holds, after orders, mails and a month of a shop', async () => {
  const untouched = await freshDatabase(server)
  const before = await contentOf(untouched.pool)
  expect(Object.keys(before).length).toBeGreaterThan(150)
  for (const plan of ['monthly refill', 'monthly kit'] as const) {
    const shop = await openTestShop({ server })
    await shop.member({ plan })
    await shop.travelDays(35)
    expect(await contentOf(shop.app.database.pool)).not.toEqual(before)
    await shop.close()
    const next = await freshDatabase(server)
    expect(next.address).toEqual(shop.app.database.address)
    expect(await contentOf(next.pool)).toEqual(before)
    await next.close()
  }
  await untouched.close()
})

test('its sessions are as new ones, and what a test still does after its end is refused', async () => {
  const first = await freshDatabase(server)
  await first.pool.query('set session_replication_role = replica; listen news')
  await first.close()
  await expect(first.pool.query('select 1')).rejects.toThrow('after calling end')
  await expect(first.kysely.selectFrom('shop_clock').selectAll().execute()).rejects.toThrow(
    'after calling end',
  )
  const next = await freshDatabase(server)
  expect(next.address).toEqual(first.address)
  const { rows } = await next.pool.query(`select current_setting('session_replication_role') as role,
    (select count(*)::int from pg_listening_channels()) as channels`)
  expect(rows).toEqual([{ role: 'origin', channels: 0 }])
  await next.close()
})

const changes = [
  'create table note (text text)',
  'create temp table note (text text)',
  'create function nothing() returns void language sql as $$ $$',
  'drop trigger ledger_journal_is_final on ledger_journal',
  'alter table plan add column note text',
  'alter table plan drop column code cascade',
  'create view note as select 1 as one',
  `do $$ begin execute format('alter database %I set deadlock_timeout = 20', current_database()); end $$`,
]

test.for(changes)('it is dropped after %s', async (change) => {
  const database = await freshDatabase(server)
  await database.pool.query(change)
  await database.close()
  expect(await isOpen(database)).toBe(false)
})

const uses = [
  ['a connection is still out', 'pool', 'select 1'],
  ['somebody else is connected', 'other', 'select 1'],
  ['a lock is held', 'pool and back', 'select pg_advisory_lock(1)'],
] as const

test.for(uses)('it is dropped where %s', async ([, by, statement]) => {
  const database = await freshDatabase(server)
  const other = new Client(connectionSettings(database.address))
  other.on('error', () => undefined)
  if (by === 'other') await other.connect().then(() => other.query(statement))
  if (by === 'pool and back') await database.pool.query(statement)
  const client = by === 'pool' ? await database.pool.connect() : null
  client?.on('error', () => undefined)
  const closed = database.close()
  client?.release()
  await closed
  expect(await isOpen(database)).toBe(false)
})
