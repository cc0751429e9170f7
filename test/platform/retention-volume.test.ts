import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyRetention } from '#app/retention.ts'
import { Retention } from '#shared/retention.ts'
import retentionFile from '../../content/retention.json' with { type: 'json' }
import { openTestDeps } from '../support/test-deps.ts'

const retention = Retention.parse(retentionFile)
let app: Awaited<ReturnType<typeof openTestDeps>>
let outboxFolder = ''

beforeAll(async () => {
  outboxFolder = await mkdtemp(join(tmpdir(), 'loam-retention-'))
})

beforeEach(async () => {
  app = await openTestDeps()
  // As a statement timeout would end it: no statement may delete so many rows that others have to wait long.
  await sql
    .raw(
      `create function refuse_large_deletes() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 500 then raise exception 'too many rows at once'; end if;
        return null;
      end $$`,
    )
    .execute(app.deps.database)
  for (const table of ['analytics_event', 'analytics_delivery', 'cart'])
    await sql
      .raw(
        `create trigger refuse_large_deletes after delete on ${table} referencing old table as gone
          for each statement execute function refuse_large_deletes()`,
      )
      .execute(app.deps.database)
})

afterEach(() => app.close())

const addOldEvents = async (n: number): Promise<void> => {
  const { database } = app.deps
  await sql`insert into analytics_event (message_id, name, properties, received_at, happened_at)
    select gen_random_uuid(), 'Cart Viewed', '{}', old, old from
      (select timestamptz '2020-01-01' + n * interval '1 second' as old from generate_series(1, ${n}::int) n) made`.execute(
    database,
  )
  await sql`insert into analytics_delivery
      (id, destination, message_id, batch_id, position, state, attempts, fault, written_at)
    select gen_random_uuid(), 'webhook', message_id::text, gen_random_uuid(), 0, 'failed', 1, '', received_at
      from analytics_event`.execute(database)
}

const left = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    app.deps.database,
  )
  return rows[0]?.n ?? -1
}

const run = () => applyRetention({ deps: app.deps, retention, outboxFolder })

test('expired data is deleted in statements of 500 rows, and a backlog is continued in the next run at once', async () => {
  await addOldEvents(20_700)
  await run()
  expect([await left('analytics_event'), await left('analytics_delivery')]).toEqual([700, 700])
  await run()
  expect([await left('analytics_event'), await left('analytics_delivery')]).toEqual([0, 0])
  // Nothing was left behind, so the next run is an hour away.
  await addOldEvents(1)
  await run()
  expect(await left('analytics_event')).toBe(1)
  app.travelTo('2026-11-20T11:00:01Z')
  await run()
  expect(await left('analytics_event')).toBe(0)
})

test('a kind of data that cannot be deleted is reported as an error, and the others are deleted', async () => {
  const { database } = app.deps
  await sql`insert into cart (id, items, created_at, updated_at)
    values (gen_random_uuid(), '{"syn-rf": 1}', '2020-01-01', '2020-01-01')`.execute(database)
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'this cart stays'; end $$`.execute(database)
  await sql`create trigger refuse before delete on cart for each row execute function refuse()`.execute(
    database,
  )
  await addOldEvents(3)
  await expect(run()).rejects.toThrow('this cart stays')
  expect([await left('cart'), await left('analytics_event')]).toEqual([1, 0])
})
