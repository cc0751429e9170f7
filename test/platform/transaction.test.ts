import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { retryWaitMs } from '#platform/contention.ts'
import { asWork } from '#platform/time-limits.ts'
import { together } from '#platform/gathered.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { openTestDeps } from '../support/test-deps.ts'

const opened = await openTestDeps('2026-11-21T03:30:00Z')
const { deps, database } = opened
await database.pool.query('create table tally (id int primary key, amount int not null)')
await database.pool.query('insert into tally values (1, 0), (2, 0)')

afterAll(() => opened.close())

/** The next `howMany` updates of the table fail as PostgreSQL would have them fail. */
const failTheFirst = async (howMany: number, code: string): Promise<void> => {
  await database.pool.query(`
    create sequence if not exists failures;
    select setval('failures', 1, false);
    create or replace function fail_some() returns trigger language plpgsql as $$
    begin
      if nextval('failures') <= ${howMany} then raise exception 'forced' using errcode = '${code}'; end if;
      return null;
    end $$;
    create or replace trigger fail_some before update on tally for each statement execute function fail_some()`)
}

const throwSqlError = (id: number) => sql`update tally set amount = amount + 1 where id = ${id}`

test('a transaction has one moment and the shop’s calendar date', async () => {
  // 03:30 in Greenwich is still the evening before in New York.
  const seen = await inTransaction(deps, async ({ now, today }) => [now.toString(), today.toString()])
  expect(seen).toEqual(['2026-11-21T03:30:00Z', '2026-11-20'])
})

test('events are handled before the commit, and not at all after a failure', async () => {
  const event = { kind: 'password-link-requested', accountId: 'a', reason: 'recover' } as const
  await inTransaction(deps, async (tx) => tx.publish(event))
  const failing = inTransaction(deps, async (tx) => {
    tx.publish(event)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(opened.events).toEqual([event])
})

test('a deadlocked transaction is retried until both succeed', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const through = Promise.withResolvers<void>()
  const crossing = async (mine: number, other: number, done: () => void, met: Promise<void>) => {
    let run = 0
    const runs = await inTransaction(deps, async ({ db }) => {
      run += 1
      // On a busy machine a second run has its row again before PostgreSQL has woken the other side: another deadlock.
      if (run > 1) await through.promise
      await throwSqlError(mine).execute(db)
      done()
      // Then each holds what the other wants.
      await met
      await throwSqlError(other).execute(db)
      return run
    })
    through.resolve()
    return runs
  }
  const runs = await Promise.all([
    crossing(1, 2, first.resolve, second.promise),
    crossing(2, 1, second.resolve, first.promise),
  ])
  expect(runs.toSorted((a, b) => a - b)).toEqual([1, 2])
  const { rows } = await database.pool.query('select amount from tally order by id')
  expect(rows).toEqual([{ amount: 2 }, { amount: 2 }])
})

test('a serialization failure is retried, with nothing left of the first attempt but its warning', async () => {
  const seen: number[] = []
  const steps: number[] = []
  const event = { kind: 'password-link-requested', accountId: 'b', reason: 'recover' } as const
  const before = opened.events.length
  await inTransaction(deps, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx.db)
    const { rows } = await sql<{ amount: number }>`select amount from tally where id = 1`.execute(tx.db)
    seen.push(rows[0]?.amount ?? -1)
    tx.publish(event)
    tx.beforeCommit(async () => void steps.push(seen.length))
    // Somebody else changes the row after this transaction has seen it, once.
    if (seen.length === 1) await throwSqlError(1).execute(deps.database)
    await tx.defer(throwSqlError(1))
  })
  expect(seen).toEqual([2, 3])
  expect(steps).toEqual([1, 2])
  // Once per attempt, each in its own transaction: the second does not get the events of the first.
  expect(opened.events.slice(before)).toEqual([event, event])
  const { rows } = await database.pool.query('select amount from tally where id = 1')
  expect(rows).toEqual([{ amount: 4 }])
  expect(opened.logged.filter((line) => line.includes('"40001"'))).toHaveLength(1)
  await database.pool.query('update tally set amount = 2 where id = 1')
})

test.each(['40001', '40P01'])('%s on a statement outside a transaction is retried', async (code) => {
  await failTheFirst(1, code)
  await throwSqlError(2).execute(deps.database)
  const { rows } = await database.pool.query('select amount from tally where id = 2')
  expect(rows).toEqual([{ amount: 3 }])
  await failTheFirst(0, code)
  await database.pool.query('update tally set amount = 2 where id = 2')
})

test('endless contention ends as SHOP_BUSY after 8 attempts', async () => {
  await failTheFirst(1_000, '40P01')
  let runs = 0
  const failing = inTransaction(deps, async (tx) => {
    runs += 1
    await throwSqlError(1).execute(tx.db)
  })
  await expect(failing).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  expect(runs).toBe(8)
  await failTheFirst(0, '40P01')
})

test('the waits between attempts grow, are bounded and differ', () => {
  expect([1, 2, 3, 7, 8].map((attempt) => retryWaitMs(attempt, 0))).toEqual([3, 5, 10, 160, 160])
  expect([1, 2, 3, 7, 8].map((attempt) => retryWaitMs(attempt, 0.999))).toEqual([5, 10, 20, 320, 320])
})

test('a deferred write is visible to later statements and is committed', async () => {
  const seen = await inTransaction(deps, async (tx) => {
    await tx.defer(sql`insert into tally values (3, 7)`)
    await tx.defer(throwSqlError(3))
    return (await sql<{ amount: number }>`select amount from tally where id = 3`.execute(tx.db)).rows
  })
  await inTransaction(deps, (tx) => tx.defer(throwSqlError(3)))
  const { rows } = await database.pool.query('select amount from tally where id = 3')
  expect([...seen, ...rows]).toEqual([{ amount: 8 }, { amount: 9 }])
})

const twice = sql`insert into tally values (1, 0)`

test.each([
  ['the commit, with its own error', 'tally_pkey', () => Promise.resolve()],
  [
    'the next that is waited for, with its own error',
    'tally_pkey',
    (tx: Tx) => throwSqlError(2).execute(tx.db),
  ],
  ['nothing after a refusal of the shop', 'refused', () => Promise.reject(new Error('refused'))],
])('a failed write rolls everything back and fails %s', async (_what, message, next) => {
  const failing = inTransaction(deps, async (tx) => {
    await tx.defer(sql`insert into tally values (4, 0)`)
    await tx.defer(twice)
    await tx.defer(throwSqlError(2))
    await next(tx)
  })
  await expect(failing).rejects.toThrow(message)
  const { rows } = await database.pool.query('select id, amount from tally where id in (2, 4)')
  expect(rows).toEqual([{ id: 2, amount: 2 }])
  // The connection can be used again.
  await inTransaction(deps, (tx) => tx.defer(sql`update tally set amount = amount where id = 1`))
})

test('concurrent steps fail with the error of the first failed one, after all have ended', async () => {
  const ends: string[] = []
  const failing = inTransaction(deps, ({ db }) =>
    together([
      sql`select pg_sleep(0.01)`.execute(db).then(() => ends.push('first')),
      twice.execute(db),
      throwSqlError(2)
        .execute(db)
        .catch((thrown: unknown) => {
          ends.push(`third ${String(thrown).includes('tally_pkey')}`)
          throw thrown
        }),
    ]),
  )
  await expect(failing).rejects.toThrow('tally_pkey')
  // Each says what failed first, and not only that the transaction is aborted.
  expect(ends.toSorted()).toEqual(['first', 'third true'])
})

test('a refusal is thrown after the statements of the other steps have finished, and rolls them back', async () => {
  const ends: string[] = []
  const failing = inTransaction(deps, ({ db }) => {
    const goOn = async () => {
      for (let statement = 0; statement < 3; statement += 1) await throwSqlError(2).execute(db)
      ends.push('through')
    }
    return together([goOn(), Promise.reject(new Error('refused'))])
  })
  await expect(failing).rejects.toThrow('refused')
  expect(ends).toEqual(['through'])
  const { rows } = await database.pool.query('select amount from tally where id = 2')
  expect(rows).toEqual([{ amount: 2 }])
})

test('a step that continues beside a failed one writes nothing, however soon it continues', async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    const late = Promise.withResolvers<unknown>()
    const failing = inTransaction(deps, ({ db }) => {
      const failed = sql`select 1 from nothing`.execute(db)
      const goOn = async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
        await sql`insert into tally values (9, 0)`.execute(db)
      }
      void failed.catch(goOn).then(late.resolve, late.resolve)
      return failed
    })
    await expect(failing).rejects.toThrow('nothing')
    await late.promise
  }
  const { rows } = await database.pool.query('select from tally where id = 9')
  expect(rows).toHaveLength(0)
})

test('plain reads of one turn share a connection, and reads that lock, write or report use their own', async () => {
  const pid = () => deps.database.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).executeTakeFirst()
  const locking = () =>
    deps.database
      .selectFrom('shop_state')
      .select(sql<number>`pg_backend_pid()`.as('pid'))
      .limit(1)
      .forShare()
      .executeTakeFirst()
  // Its end has no statement that locks, its beginning has.
  const lockingFirst = () =>
    deps.database
      .with('held', (db) => db.selectFrom('shop_state').selectAll().limit(1).forShare())
      .selectFrom('held')
      .select(sql<number>`pg_backend_pid()`.as('pid'))
      .executeTakeFirst()
  const [one, other, alone, first] = await Promise.all([pid(), pid(), locking(), lockingFirst()])
  expect(one).toEqual(other)
  expect(alone?.pid).not.toBe(one?.pid)
  expect(first?.pid).not.toBe(one?.pid)
  const [left, right] = await asWork('report', () => Promise.all([pid(), pid()]))
  expect(left).not.toEqual(right)
})

test('an invalidation is visible in this process after the commit, and not after a rollback', async () => {
  const before = deps.state.version('catalogue')
  const failing = inTransaction(deps, async (tx) => {
    await tx.invalidate('catalogue')
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(deps.state.version('catalogue')).toBe(before)
  await inTransaction(deps, (tx) => tx.invalidate('catalogue'))
  expect(deps.state.version('catalogue')).toBe(before + 1)
})

test('database values are text that Temporal can parse, and counts are numbers', async () => {
  const { rows } = await database.pool.query(
    "select now() as at, date '2026-02-28' as day, 9007199254740991::bigint as large, 1.50::numeric as exact",
  )
  expect(rows).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-.*T.*Z$/),
      day: '2026-02-28',
      large: 9007199254740991,
      exact: '1.50',
    },
  ])
})
