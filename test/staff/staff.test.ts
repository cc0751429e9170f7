import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import type { Staff } from '#platform/request-context.ts'
import { recordAction, recordView, verifyAudit } from '#staff/server/audits.ts'
import { changeRole, endStaff, inviteStaff, listStaff, staffByEmail } from '#staff/server/staff-members.ts'
import { openTestDeps } from '../support/test-deps.ts'

type TestDeps = Awaited<ReturnType<typeof openTestDeps>>

let app: TestDeps

beforeAll(async () => {
  app = await openTestDeps()
})

afterAll(() => app.close())

const by = { actor: 'operator', requestId: 'request-1' } as const

const query = (text: string, values: readonly unknown[] = []) => app.database.pool.query(text, [...values])

/** Somebody of staff who has joined. */
const joined = async (email: string, role: Staff['role']): Promise<string> => {
  await inTransaction(app.deps, (tx) => inviteStaff(tx, by, { email, role }))
  await query('update staff set joined_at = now(), name = $2 where email = $1', [email, email])
  return (await staffByEmail(app.deps.database, email))?.id ?? ''
}

const action = (subject: string) =>
  inTransaction(app.deps, async (tx) =>
    recordAction(tx, by, {
      action: 'test',
      subject,
      before: { cents: 1 },
      after: { cents: 2 },
      reason: 'why',
    }),
  )

test('the last owner stays an owner, also when two owners remove each other at once', async () => {
  const [a, b] = [await joined('a@example.com', 'owner'), await joined('b@example.com', 'owner')]
  const results = await Promise.allSettled([
    inTransaction(app.deps, (tx) => endStaff(tx, by, a)),
    inTransaction(app.deps, (tx) => changeRole(tx, by, b, 'support')),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const left = await listStaff(app.deps.database)
  const owners = left.filter(({ role, endedAt, joinedAt }) => role === 'owner' && joinedAt && !endedAt)
  expect(owners).toHaveLength(1)
  const lastOwner = owners[0]?.id ?? ''
  await joined('c@example.com', 'support')
  // Somebody who is only invited cannot sign in, so this one does not count.
  await inTransaction(app.deps, (tx) => inviteStaff(tx, by, { email: 'd@example.com', role: 'owner' }))
  await expect(inTransaction(app.deps, (tx) => endStaff(tx, by, lastOwner))).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
  })
})

test('a new link invalidates the previous one, and a person with another role is not invited', async () => {
  const invite = (role: Staff['role']) =>
    inTransaction(app.deps, (tx) => inviteStaff(tx, by, { email: 'link@example.com', role }))
  const first = await invite('support')
  const second = await invite('support')
  expect(second).not.toBe(first)
  const { rows } = await query(
    `select count(*)::int as open from staff_link join staff on staff.id = staff_id where email = 'link@example.com' and used_at is null`,
  )
  expect(rows).toEqual([{ open: 1 }])
  await expect(invite('owner')).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
})

test('the log is locked after everything else that a transaction locks, in any order of requests', async () => {
  const locks = await inTransaction(app.deps, async (tx) => {
    const held: number[] = []
    const count = async (): Promise<void> => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx.db)
      held.push(rows[0]?.n ?? -1)
    }
    recordAction(tx, by, { action: 'test', subject: 'order:locked-last' })
    // As stock does: its row is held by a colleague who waits for the log.
    tx.beforeCommit(count)
    return held
  })
  expect(locks).toEqual([0])
})

test('the log’s hash chain is valid over days, also with many entries at the same moment', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => action(`order:${at}`)))
  app.travelTo('2026-11-22T12:00:00Z')
  await action('order:later')
  const check = await verifyAudit(app.deps.database)
  expect(check).toMatchObject({ days: 2, problems: [] })
  expect(check.entries).toBeGreaterThanOrEqual(13)
  const { rows } = await query(
    'select day, max(position)::int as last, count(*)::int as all from audit_entry group by day',
  )
  for (const { last, all } of rows) expect(last).toBe(all)
})

test('an entry of the previous evening is written to the day that has begun', async () => {
  app.travelTo('2026-11-21T12:00:00Z')
  await action('order:of-the-evening')
  const { rows } = await query(`select day::text from audit_entry where subject = 'order:of-the-evening'`)
  expect(rows).toEqual([{ day: '2026-11-22' }])
  expect((await verifyAudit(app.deps.database)).problems).toEqual([])
})

test('a failed action leaves no log entry', async () => {
  const failing = inTransaction(app.deps, async (tx) => {
    recordAction(tx, by, { action: 'test', subject: 'order:failed' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await query(`select 1 from audit_entry where subject = 'order:failed'`)
  expect(rows).toEqual([])
})

test('viewing is logged once for a person, subject and hour, also when viewed twice at once', async () => {
  const staffId = (await staffByEmail(app.deps.database, 'c@example.com'))?.id ?? ''
  const actor = { kind: 'staff', staffId, sessionId: '', name: 'C', email: '', role: 'support' } as const
  const look = () =>
    recordView(app.deps, { actor, requestId: 'r' }, { action: 'order.viewed', subject: 'order:seen' })
  const count = async (): Promise<number> =>
    (await query(`select 1 from audit_entry where subject = 'order:seen'`)).rows.length
  app.travelTo('2026-11-23T12:10:00Z')
  await Promise.all([look(), look(), look()])
  app.travelTo('2026-11-23T12:59:59Z')
  await look()
  expect(await count()).toBe(1)
  app.travelTo('2026-11-23T13:00:00Z')
  await look()
  expect(await count()).toBe(2)
})

const statements = [
  `update audit_entry set reason = 'other'`,
  'delete from audit_entry',
  'truncate audit_entry',
  `update audit_day set root = '\\x00'`,
  'delete from audit_day',
  'truncate audit_day cascade',
]

test.each(statements)('the database refuses: %s', async (statement) => {
  await expect(query(statement)).rejects.toThrow('the audit log is final')
})

/** What somebody with all rights could do: the trigger off, a change, and the trigger on again. */
const tamper = async (...changes: readonly string[]): Promise<readonly string[]> => {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table audit_entry disable trigger user')
    await client.query('alter table audit_day disable trigger user')
    await client.query('alter table audit_entry drop constraint audit_entry_pkey')
    for (const change of changes) await client.query(change)
    await client.query('commit')
    const { problems } = await verifyAudit(app.deps.database)
    return problems
  } finally {
    client.release()
  }
}

test('a changed, a removed and a swapped log entry are detected', async () => {
  await query('create table kept_entries as select * from audit_entry')
  const restore = async (): Promise<void> => {
    await query('alter table audit_entry disable trigger user')
    await query('delete from audit_entry')
    await query('insert into audit_entry select * from kept_entries')
    await query('alter table audit_entry add primary key (day, position)')
    await query('alter table audit_entry enable trigger user')
    expect((await verifyAudit(app.deps.database)).problems).toEqual([])
  }
  const day = `day = (select min(day) from audit_entry)`
  expect(await tamper(`update audit_entry set reason = 'another' where ${day} and position = 2`)).toEqual([
    expect.stringMatching(/^entry 2 of .+ was changed/),
  ])
  await restore()
  expect(await tamper(`delete from audit_entry where ${day} and position = 3`)).toEqual([
    expect.stringMatching(/^entry 3 of .+ is missing/),
  ])
  await restore()
  expect(
    await tamper(
      `update audit_entry set position = case position when 4 then 5 else 4 end where ${day} and position in (4, 5)`,
    ),
  ).toEqual([expect.stringMatching(/^entry 4 of .+ was changed, or moved/)])
  await restore()
  // The newest entry gone, and nothing else: its day still knows how many there were.
  const last = `(select max(position) from audit_entry where day = (select max(day) from audit_entry))`
  expect(
    await tamper(
      `delete from audit_entry where day = (select max(day) from audit_entry) and position = ${last}`,
    ),
  ).toEqual([expect.stringMatching(/had 2 entries, and 1 of them/)])
  await restore()
})
