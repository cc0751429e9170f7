import { forgetEndedSessions, forgetUsedLinks } from '#account/server/accounts.ts'
import { forgetOldVisits } from '#analytics/server/visits.ts'
import { forgetLeftCarts } from '#cart/server/carts.ts'
import { forgetDeclinedCheckouts } from '#checkout/server/checkouts.ts'
import { blankDeclinedCharges } from '#payment/server/payments.ts'
import { forgetJobsBefore } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import { createRateCounters, forgetEndedCounters } from '#platform/rate-counters.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { Retention } from '#shared/retention.ts'

export interface RetentionTools {
  readonly world: World
  readonly retention: Retention
  readonly outboxFolder: string
}

/** Rows of one statement: few enough that nobody waits for them. */
const batch = 500

/** Batches of one run; what is left over waits for the next one. */
const mostBatches = 40

type Forget = (work: Work, before: Temporal.Instant, limit: number) => Promise<number>

/** Forgets in small transactions of their own, so that a run which is stopped has done its part. */
const inBatches = async (world: World, days: number, forget: Forget): Promise<void> => {
  for (let round = 0; round < mostBatches; round += 1) {
    const forgotten = await inTransaction(world, (work) =>
      forget(work, work.now.subtract({ hours: days * 24 }), batch),
    )
    if (forgotten < batch) return
  }
}

/** One run in an hour is enough, whichever process makes it; a lost counter only makes it twice. */
const isDue = async (world: World): Promise<boolean> => {
  const run = { parts: ['retention'], max: 1, seconds: 3600, cost: 1, refuses: true }
  return (await counters(world).take([run])).length === 0
}

const known = new WeakMap<World, ReturnType<typeof createRateCounters>>()

// The counters of a process remember that it was done this hour, so that a look each second asks the database nothing.
const counters = (world: World): ReturnType<typeof createRateCounters> => {
  const found = known.get(world) ?? createRateCounters(world)
  known.set(world, found)
  return found
}

/**
 * Forgets what nobody needs any more, by the periods of `content/retention.json`, at most once an hour. Safe beside others:
 * each row is taken by one of them. What books and tax law need stays: orders, invoices, charges that paid.
 */
export const applyRetention = async ({ world, retention, outboxFolder }: RetentionTools): Promise<void> => {
  if (!(await isDue(world))) return
  await inBatches(world, retention.carts, forgetLeftCarts)
  await inBatches(world, retention.declined_checkouts, forgetDeclinedCheckouts)
  await inBatches(world, retention.declined_checkouts, blankDeclinedCharges)
  await inBatches(world, retention.ended_sessions, forgetEndedSessions)
  await inBatches(world, retention.used_links, forgetUsedLinks)
  await inBatches(world, retention.jobs, forgetJobsBefore)
  await forgetOldVisits(world, retention)
  await forgetEndedCounters(world)
  const mailsBefore = world.clock.now().subtract({ hours: retention.mail_files * 24 })
  await forgetMails(outboxFolder, ({ sentAt }) => Temporal.Instant.compare(sentAt, mailsBefore) < 0)
}
