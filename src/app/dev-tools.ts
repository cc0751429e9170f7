import { nextReminderAt } from '#dispute/server/disputes.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { nextGiftDate } from '#gift/server/send-due.ts'
import { nextShipDate } from '#order/server/orders.ts'
import { nextReturnDate, nextReturnLabelAt } from '#return/server/returns.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import { nextReviewRequestOn } from '#review/server/review-requests.ts'
import type { ReviewRequestServices } from '#review/server/review-requests.ts'
import { dateIn } from '#shared/dates.ts'
import { nextLabelAt } from '#shipment/server/labels.ts'
import { nextRenewalDate } from '#subscription/server/subscriptions.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { processesInDueRun, waitForDueRun } from '#platform/advisory-locks.ts'
import { readOutbox } from '#platform/mail.ts'
import type { TimeMachineDeps } from '#dev-tools/server/time-machine.ts'
import type { DueReport } from './due-steps.ts'
import type { Shop } from './shop.ts'

const earlier = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (!a || !b) return a ?? b
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b
}

const dayOf = (at: Temporal.Instant | null | undefined): Temporal.PlainDate | null =>
  at ? dateIn(at, brand.timeZone) : null

/**
 * The next day on which a renewal, the end of a pause, a shipment, a label, a return, a request for a review, a gift, or an event of
 * a carrier or processor in the shop's time is due; it may be in the past.
 */
const nextDueOn = async (
  services: ReturnServices & DisputeServices & ReviewRequestServices,
): Promise<Temporal.PlainDate | null> => {
  const { deps, carrier, warehouse, processor } = services
  const shipsOn = warehouse === 'simulated' ? await nextShipDate(deps.database) : null
  const dates = [
    await nextRenewalDate(deps),
    shipsOn,
    dayOf(await nextLabelAt(deps.database)),
    dayOf(await nextReturnLabelAt(deps.database)),
    await nextReturnDate(services),
    await nextReviewRequestOn(services),
    dayOf(await carrier.time?.nextEventAt()),
    dayOf(await processor.time?.nextEventAt()),
    dayOf(await nextReminderAt(services)),
    await nextGiftDate(deps),
  ]
  return dates.reduce(earlier)
}

const sum = (a: DueReport, b: DueReport): DueReport => ({
  renewals: a.renewals + b.renewals,
  declined: a.declined + b.declined,
  shipped: a.shipped + b.shipped,
  failed: [...new Set([...a.failed, ...b.failed])],
})

const isEmpty = (report: DueReport): boolean => report.renewals + report.declined + report.shipped === 0

type TimeMachineShop = Pick<Shop, 'clock' | 'deps' | 'services' | 'runDue' | 'jobs' | 'jobHandlers'>

// A run of the due work of a large shop; that of a killed process ends at once.
const defaultLimitMs = 120_000

/** Waits for the due runs of other processes; returns whether there were any. Throws SHOP_BUSY when one continues. */
const waitForOthers = async ({ deps }: TimeMachineShop, limitMs: number): Promise<boolean> => {
  const running = await processesInDueRun(deps.database)
  const others = running.filter((number) => number !== deps.state.processNumber())
  for (const number of others) {
    if (await waitForDueRun(deps, number, limitMs)) continue
    throw new ShopError('SHOP_BUSY', {
      detail: `Process ${number} has worked on what is due for more than ${limitMs / 1_000} seconds. The clock waits for it; please try again in a moment.`,
    })
  }
  return others.length > 0
}

const runDueWork = async (shop: TimeMachineShop, limitMs: number): Promise<DueReport> => {
  let total: DueReport = { renewals: 0, declined: 0, shipped: 0, failed: [] }
  for (;;) {
    const { carrier, processor } = shop.services
    const report = await shop.runDue()
    total = sum(total, report)
    // Another process may hold rows that this run skipped.
    const hasWaited = await waitForOthers(shop, limitMs)
    // Those that live in the shop's time: all that they have to say until now is said when this returns.
    const now = shop.clock.now()
    const reports = ((await carrier.time?.moveTo(now)) ?? 0) + ((await processor.time?.moveTo(now)) ?? 0)
    const hadJobs = await shop.jobs.drain(shop.jobHandlers, limitMs)
    if (isEmpty(report) && !hasWaited && !hadJobs && reports === 0) return total
  }
}

/** The clock, the due work and the mails, as the time machine needs them; it waits for others at most so long. */
export const timeMachineDeps = (shop: TimeMachineShop, limitMs = defaultLimitMs): TimeMachineDeps => ({
  now: () => shop.clock.now(),
  timeZone: brand.timeZone,
  setClock: (moment) => shop.clock.moveTo(moment),
  nextDueOn: () => nextDueOn(shop.services),
  isWorkInFlight: async () =>
    (await processesInDueRun(shop.deps.database)).length > 0 || (await shop.jobs.isAnyLeft()),
  runDueWork: () => runDueWork(shop, limitMs),
})

/** The mails of the outbox folder in the form of the wire. */
export const readShopOutbox = async ({ outboxFolder }: Pick<Shop, 'outboxFolder'>) =>
  (await readOutbox(outboxFolder)).map(({ id, to, replyTo, headers, subject, sentAt, text, html }) => ({
    id,
    to,
    reply_to: replyTo ?? null,
    headers: headers ?? {},
    subject,
    sent_at: sentAt,
    text,
    html,
  }))
