import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { moveClockTo } from '#dev-tools/server/time-machine.ts'
import { timeMachineDeps } from '../../src/app/dev-tools.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'

const target = Temporal.Instant.from('2031-02-07T05:00:00Z')

const openProcess = async (shop: TestShop) => {
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  return opened
}

/** A member whose price goes up on February 1, and two processes; what is due is done by no other. */
const withIncrease = async (shop: TestShop) => {
  await shop.member({ plan: 'monthly refill' })
  await shop.travelTo('2031-01-10')
  await Promise.all(shop.app.children.map((child) => child.retire()))
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  return { mover: await openProcess(shop), other: await openProcess(shop) }
}

const kind = 'mail: subscription notice'

const totals = async ({ app }: TestShop): Promise<readonly number[]> => {
  const { rows } = await sql<{ total_cents: number }>`
    select total_cents from "order" order by placed_at`.execute(app.database.kysely)
  return rows.map((row) => row.total_cents)
}

test('a mail added by another process is sent before the clock moves', async ({ shop }) => {
  const { mover, other } = await withIncrease(shop)
  await other.runDue()
  await moveClockTo(timeMachineDeps(mover), target)
  expect(await totals(shop)).toEqual([4999, 5499])
})

test('the clock waits for the transactions of another process’s worker run', async ({ shop }) => {
  const { mover, other } = await withIncrease(shop)
  const { kysely } = shop.app.database
  const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = kysely.transaction().execute(async (tx) => {
    await sql`lock table subscription_notice in exclusive mode`.execute(tx)
    locked.resolve()
    await mayCommit.promise
  })
  await locked.promise
  const theirs = other.runDue()
  await waitUntilBlocked(kysely, 1, 'subscription_notice')
  const moved = moveClockTo(timeMachineDeps(mover), target)
  await Promise.race([moved, waitUntilBlocked(kysely, 1, 'pg_advisory')])
  mayCommit.resolve()
  await Promise.all([holding, theirs, moved])
  expect(await totals(shop)).toEqual([4999, 5499])
})

test('the clock waits for jobs that run in another process, and names the job when the wait times out', async ({
  shop,
}) => {
  const { mover, other } = await withIncrease(shop)
  const moves = (limitMs?: number) => moveClockTo(timeMachineDeps(mover, limitMs), target)
  const before = mover.clock.now()
  // A process that hangs holds its lock.
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hanging = other.deps.state.duringDueRun(() => {
    started.resolve()
    return ended.promise
  })
  await started.promise
  const number = other.deps.state.processNumber()
  await expect(moves(50)).rejects.toMatchObject({
    code: 'SHOP_BUSY',
    detail: expect.stringContaining(
      `Process ${number} has worked on what is due for more than 0.05 seconds.`,
    ),
  })
  ended.resolve()
  await hanging
  // Its mail is in the queue by now, and a slow process has taken it.
  const [taken, mayMail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handlers: typeof other.jobHandlers = {
    ...other.jobHandlers,
    [kind]: async (payload, job) => {
      taken.resolve()
      await mayMail.promise
      await other.jobHandlers[kind](payload, job)
    },
  }
  const theirs = other.jobs.drain(handlers)
  await taken.promise
  await expect(moves(50)).rejects.toMatchObject({
    code: 'SHOP_BUSY',
    detail: expect.stringMatching(
      /^The job "mail: subscription notice" \([\w-]+\) of another process gave its last sign \d+ seconds ago and did not end within 0.05 seconds/,
    ),
  })
  expect(mover.clock.now().since(before).total('hours')).toBeLessThan(24)
  mayMail.resolve()
  await theirs
  await moves()
  expect(await totals(shop)).toEqual([4999, 5499])
})
