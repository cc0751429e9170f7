import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '#platform/log.ts'
import { openReplica, type Replica } from '#platform/replica.ts'
import type { Database } from '#platform/schema.ts'
import { incrementVersion } from '#platform/shop-state-store.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { urlOf } from '../support/pgbouncer.ts'
import { startReplicatedServer } from '../support/replicated-server.ts'

let servers: Awaited<ReturnType<typeof startReplicatedServer>>
let database: FreshDatabase
let lines: string[] = []

const write = (_fields: object, message: string): void => void lines.push(message)
const log: Log = { debug: write, info: write, warn: write, error: write }

const timeLimits = { read: 30, write: 30, background: 30, report: 30 }

const open = (maxSeconds: number, url = urlOf(servers.replicaOf(database.address))): Replica =>
  openReplica({ primary: database.kysely, url, maxSeconds, timeLimits, log, pauseMs: 50 })

beforeAll(async () => {
  servers = await startReplicatedServer()
  database = await freshDatabase(servers.server)
  await database.pool.query('create table sample (id int)')
})

afterAll(async () => {
  await database.close()
  await servers.stop()
})

beforeEach(() => {
  lines = []
})

/** Which server read, and how many rows it saw. */
const look = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ replica: boolean; rows: number }>`
    select pg_is_in_recovery() as replica, (select count(*)::int from sample) as rows`.execute(db)
  return rows[0]
}

const put = () => database.pool.query('insert into sample values (1)')

const counted = async (): Promise<number> => (await look(database.kysely))?.rows ?? 0

/** Resolves once the replica answers with all that was written. */
const untilRead = async (replica: Replica): Promise<void> => {
  const rows = await counted()
  await expect.poll(() => replica.read(look)).toEqual({ replica: true, rows })
}

test('a read goes to the replica, and to the database while the replica may lag more than allowed', async () => {
  const [late, strict] = [open(3_600), open(0)]
  await put()
  await untilRead(strict)
  lines = []
  await servers.pauseReplay()
  const before = await counted()
  await put()
  expect(await late.read(look)).toEqual({ replica: true, rows: before })
  expect(await strict.read(look)).toEqual({ replica: false, rows: before + 1 })
  await servers.resumeReplay()
  await untilRead(strict)
  expect(lines[0]).toBe('the replica cannot be read; reads go to the database')
  expect(lines.at(-1)).toBe('the replica is read again')
  await late.close()
  await strict.close()
})

test('facts of a version are read from the replica once it has that version, and never older ones', async () => {
  const replica = open(3_600)
  await untilRead(replica)
  await servers.pauseReplay()
  const before = await counted()
  await database.kysely.transaction().execute(async (db) => {
    await sql`insert into sample values (1)`.execute(db)
    await incrementVersion(db, 'catalogue')
  })
  const { rows } = await sql<{
    version: number
  }>`select version from shop_state where name = 'catalogue'`.execute(database.kysely)
  const version = rows[0]?.version ?? 0
  expect(await replica.readVersion('catalogue', version, look)).toEqual({ replica: false, rows: before + 1 })
  expect(await replica.readVersion('catalogue', version - 1, look)).toEqual({ replica: true, rows: before })
  await servers.resumeReplay()
  await expect
    .poll(() => replica.readVersion('catalogue', version, look))
    .toEqual({ replica: true, rows: before + 1 })
  expect(lines).toEqual([])
  await replica.close()
})

test('an unavailable replica is replaced by the database, and used again when it is back', async () => {
  const replica = open(3_600)
  await untilRead(replica)
  await servers.stopReplica()
  expect(await replica.read(look)).toMatchObject({ replica: false })
  expect(await replica.read(look)).toMatchObject({ replica: false })
  await servers.startReplica()
  await put()
  await untilRead(replica)
  await replica.close()
})

test('a read that the replica cancels because of a recovery conflict is repeated on the database', async () => {
  const replica = open(3_600)
  await put()
  await untilRead(replica)
  const seen: unknown[] = []
  const read = await replica.read((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        seen.push(await look(tx))
        if (seen.length === 1) {
          await database.pool.query('delete from sample')
          await database.pool.query('vacuum sample')
          // Replayed for everybody else, which ends this read.
          await sql`select pg_sleep(5)`.execute(tx)
        }
        return look(tx)
      }),
  )
  expect(read).toEqual({ replica: false, rows: 0 })
  expect(seen).toHaveLength(2)
  await replica.close()
})

test('an error of the read itself is thrown and not repeated on the database', async () => {
  const replica = open(3_600)
  await put()
  await untilRead(replica)
  let times = 0
  const wrong = (db: Kysely<Database>) => {
    times += 1
    return sql`select 1 / 0`.execute(db)
  }
  await expect(replica.read(wrong)).rejects.toMatchObject({ code: '22012' })
  expect(times).toBe(1)
  const writing = replica.read((db) => sql`insert into sample values (2)`.execute(db))
  // Not left to the database: a read writes nothing.
  await expect(writing).rejects.toMatchObject({ code: '25006' })
  await replica.close()
})

test.each(['the database itself', 'a replica of another database'])(
  '%s is not a replica of the database',
  async (which) => {
    const other = await freshDatabase(servers.server)
    const url = urlOf(which === 'the database itself' ? database.address : servers.replicaOf(other.address))
    const replica = open(3_600, url)
    await put()
    expect(await replica.read(look)).toEqual({ replica: false, rows: await counted() })
    expect(lines).toEqual(['the replica cannot be read; reads go to the database'])
    await replica.close()
    await other.close()
  },
)
