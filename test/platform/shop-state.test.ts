import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { machineClock } from '#platform/clock.ts'
import { createShopClock } from '#platform/shop-clock.ts'
import { watchShopState } from '#platform/shop-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import { databaseByProxy } from '../support/database-proxy.ts'
import { openTestDeps } from '../support/test-deps.ts'

const opened = await openTestDeps()
const { deps, database } = opened
const watch = () =>
  watchShopState({
    database: database.kysely,
    address: database.address,
    log: deps.log,
    // Longer than any test waits: an earlier change came by a notification.
    pollMilliseconds: 3_600_000,
  })
const other = await watch()

afterAll(async () => {
  await other.stop()
  await opened.close()
})

test('another process is notified of a change long before its next poll', async () => {
  const before = other.version('content')
  await inTransaction(deps, (tx) => tx.invalidate('content'))
  await expect.poll(() => other.version('content')).toBe(before + 1)
})

test.for(['disconnect', 'silence'] as const)(
  'a process whose listening connection is lost by a %s of the network finds a change by its poll',
  async (how) => {
    const proxy = await databaseByProxy(database.address)
    const watch = await watchShopState({
      database: database.kysely,
      address: proxy.database.address,
      log: deps.log,
      pollMilliseconds: 100,
    })
    await proxy[how]()
    await inTransaction(deps, (tx) => tx.invalidate('flag'))
    await expect.poll(() => watch.version('flag')).toBe(deps.state.version('flag'))
    await proxy.disconnect()
    await watch.stop()
    await proxy.database.close()
  },
)

test('a silent listening connection is closed and reopened, and neither due work nor shutdown waits for it', async () => {
  const proxy = await databaseByProxy(database.address)
  const silent = await watchShopState({
    database: database.kysely,
    address: proxy.database.address,
    log: deps.log,
    pollMilliseconds: 50,
    answerMilliseconds: 200,
  })
  const number = silent.processNumber()
  proxy.silence()
  // Its lock is asked for over that connection.
  expect(await silent.duringDueRun(() => Promise.resolve('done'))).toBe('done')
  await expect.poll(() => silent.processNumber(), { timeout: 5_000 }).toBe(number)
  await inTransaction(deps, (tx) => tx.invalidate('flag'))
  await expect.poll(() => silent.version('flag')).toBe(deps.state.version('flag'))
  await sql`select`.execute(proxy.database.kysely)
  proxy.silence()
  // As a process ends: without waiting for anybody.
  await silent.stop()
  await proxy.database.close()
  await proxy.disconnect()
})

test('a process that cannot read a new version reads it at the next refresh, and the writer of the committed change gets no error', async () => {
  let [failed, read, isReadable] = [0, 0, false]
  // The notification of the change, or of a new connection, may have it read beside the writer.
  deps.state.onChange('review', async () => {
    if (isReadable) read += 1
    else {
      failed += 1
      throw new Error('the database went away')
    }
  })
  const before = deps.state.version('review')
  await inTransaction(deps, (tx) => tx.invalidate('review'))
  expect(failed).toBeGreaterThan(0)
  expect(deps.state.version('review')).toBeGreaterThan(before)
  isReadable = true
  await deps.state.refresh()
  await deps.state.refresh()
  expect(read).toBe(1)
})

test('all clocks of the shop move forward together and never back', async () => {
  let now = Temporal.Instant.from('2026-11-20T10:00:00Z')
  const machine = { now: () => now }
  const state = await watch()
  const here = await createShopClock(database.kysely, state, machine)
  const there = await createShopClock(database.kysely, other, machine)
  await here.moveTo(Temporal.Instant.from('2026-12-20T10:00:00Z'))
  expect(here.now().toString()).toBe('2026-12-20T10:00:00Z')
  await other.refresh()
  expect(there.now().toString()).toBe('2026-12-20T10:00:00Z')
  await here.moveTo(Temporal.Instant.from('2026-12-01T00:00:00Z'))
  now = now.add({ hours: 1 })
  expect(here.now().toString()).toBe('2026-12-20T11:00:00Z')
  const restarted = await createShopClock(database.kysely, state, machine)
  expect(restarted.now().toString()).toBe('2026-12-20T11:00:00Z')
  await state.stop()
})

test('the machine’s clock returns whole milliseconds', () => {
  expect(machineClock.now().epochNanoseconds % 1_000_000n).toBe(0n)
})
