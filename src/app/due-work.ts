import { finishCheckout } from '#checkout/server/finish-checkout.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { nextReminderAt, remindOfEvidence } from '#dispute/server/disputes.ts'
import { findDisputes, readDueDisputes } from '#dispute/server/read-dispute.ts'
import { nextGiftDate, sendDueGifts } from '#gift/server/send-due.ts'
import { reviewReferrals } from '#loyalty/server/referrals.ts'
import { remindOfAbandonedCarts } from '#newsletter/server/cart-reminders.ts'
import { backfillLedger } from '#order/server/order-ledger.ts'
import { nextLabelAt } from '#shipment/server/labels.ts'
import { nextShipDate, noticeLateOrders, packDue, recordTaxes, workOffLabels } from '#order/server/orders.ts'
import {
  expireReturns,
  nextReturnDate,
  nextReturnLabelAt,
  workOffReturnLabels,
} from '#return/server/returns.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { readBalanceWhenDue } from '#payment/payout/server/payouts.ts'
import { duePayments } from '#payment/server/due-payments.ts'
import { settleDueRefunds } from '#payment/refund/server/refunds.ts'
import { finishCard } from '#payment/server/save-card.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
import type { Tx } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { finishCycle } from '#subscription/renewal/server/finish-cycle.ts'
import { makeNotices } from '#subscription/renewal/server/notices-due.ts'
import type { NoticeDeps } from '#subscription/renewal/server/notices-due.ts'
import { isOutage } from '#subscription/renewal/server/park-failed.ts'
import { renewDue } from '#subscription/renewal/server/renew-due.ts'
import type { RenewalTools } from '#subscription/renewal/server/renew-due.ts'
import { resumeDue } from '#subscription/renewal/server/resume-due.ts'
import { startDue } from '#subscription/renewal/server/start-due.ts'
import { nextRenewalDate } from '#subscription/server/subscriptions.ts'
import { isDueOnceIn } from './once-in.ts'
import { applyRetention } from './retention.ts'
import type { RetentionServices } from './retention.ts'

/** What happened in one run over everything that was due. */
export interface DueReport {
  readonly renewals: number
  readonly declined: number
  /** Shipments that the carrier took. */
  readonly shipped: number
  /** The steps that ended with a fault, by name; the others did their work. */
  readonly failed: readonly string[]
}

/** What follows from a settled charge, whether request, webhook or poller settled it. */
export const finishChargeWith =
  ({ dunning }: Pick<RenewalTools, 'dunning'>): FinishCharge =>
  async (tx: Tx, charge: Charge): Promise<void> => {
    switch (charge.purpose) {
      case 'purchase':
        return void (await finishCheckout(tx, charge))
      case 'renewal':
        return void (await finishCycle(dunning, tx, charge))
      case 'card':
        return finishCard(tx, charge)
      default:
        return charge.purpose satisfies never
    }
  }

type DueWorkServices = RenewalTools & NoticeDeps & RetentionServices & ReturnServices & DisputeServices

/** Counted, or nothing that anybody counts. */
type StepResult = Partial<Omit<DueReport, 'failed'>>

const withoutCounts = async (step: Promise<unknown>): Promise<StepResult> => {
  await step
  return {}
}

const renew = async (services: DueWorkServices): Promise<StepResult> => {
  const { ends } = await renewDue(services)
  return { renewals: ends.billed, declined: ends.declined + ends.failed }
}

const daySeconds = 86_400

const seeToDisputes = async (services: DisputeServices): Promise<void> => {
  await readDueDisputes(services)
  await remindOfEvidence(services)
  if (await isDueOnceIn(services.deps, 'find disputes', daySeconds)) await findDisputes(services)
}

const isPast = (at: Temporal.Instant | null, { clock }: Pick<DueWorkServices['deps'], 'clock'>): boolean =>
  at !== null && Temporal.Instant.compare(at, clock.now()) <= 0

const seeToReturns = async (services: ReturnServices): Promise<void> => {
  const { deps } = services
  await expireReturns(services)
  if (isPast(await nextReturnLabelAt(deps.database), deps)) await workOffReturnLabels(services)
}

/** The steps that have something to do now, of those that a look tells of. It locks nothing and writes nothing. */
type Look = (services: DueWorkServices) => Promise<readonly string[]>

const lookAtPayments: Look = async ({ deps }) => {
  const { charges, refunds } = await duePayments(deps)
  return [...(charges ? ['charges'] : []), ...(refunds ? ['refunds'] : [])]
}

const lookAtLabels: Look = async ({ deps }) =>
  isPast(await nextLabelAt(deps.database), deps) ? ['shipments'] : []

interface DueStep {
  /**
   * How often a worker looks. What somebody waits for is looked at every second or two; what is due on a day may be a minute
   * late, and an idle shop asks its database a tenth as often.
   */
  readonly everySeconds: number
  /** Tells whether the step is run at its turn; a step without one is. */
  readonly look?: Look
  readonly run: (services: DueWorkServices) => Promise<StepResult>
}

/** The steps of due work, in this order. Each step is independent: a failed one stops none after it. */
const dueSteps: Readonly<Record<string, DueStep>> = {
  ledger: { everySeconds: 60, run: ({ deps }) => withoutCounts(backfillLedger(deps)) },
  charges: {
    everySeconds: 1,
    look: lookAtPayments,
    run: (services) => withoutCounts(settleDueCharges(services, finishChargeWith(services))),
  },
  refunds: {
    everySeconds: 2,
    look: lookAtPayments,
    run: (services) => withoutCounts(settleDueRefunds(services)),
  },
  disputes: { everySeconds: 10, run: (services) => withoutCounts(seeToDisputes(services)) },
  resume: { everySeconds: 30, run: ({ deps }) => withoutCounts(resumeDue(deps)) },
  start: { everySeconds: 30, run: ({ deps }) => withoutCounts(startDue(deps)) },
  notices: { everySeconds: 30, run: (services) => withoutCounts(makeNotices(services)) },
  gifts: { everySeconds: 30, run: ({ deps }) => withoutCounts(sendDueGifts(deps)) },
  renewals: { everySeconds: 10, run: renew },
  packing: {
    everySeconds: 30,
    run: ({ deps, carrier, warehouse }) =>
      withoutCounts(
        warehouse === 'simulated' && carrier.code !== null ? packDue(deps, carrier.code) : Promise.resolve(),
      ),
  },
  shipments: {
    everySeconds: 5,
    look: lookAtLabels,
    run: async (services) => ({ shipped: await workOffLabels(services) }),
  },
  returns: { everySeconds: 10, run: (services) => withoutCounts(seeToReturns(services)) },
  'late orders': { everySeconds: 60, run: ({ deps }) => withoutCounts(noticeLateOrders(deps)) },
  referrals: { everySeconds: 60, run: ({ deps }) => withoutCounts(reviewReferrals(deps)) },
  carts: { everySeconds: 60, run: ({ deps }) => withoutCounts(remindOfAbandonedCarts(deps)) },
  payouts: { everySeconds: 60, run: (services) => withoutCounts(readBalanceWhenDue(services)) },
  taxes: { everySeconds: 10, run: (services) => withoutCounts(recordTaxes(services)) },
  retention: { everySeconds: 60, run: (services) => withoutCounts(applyRetention(services)) },
}

/** The names of the steps, for the metrics. */
export const dueStepNames: readonly string[] = Object.keys(dueSteps)

/** Whether a step's turn has come in a run that starts so many seconds after a worker's first one. */
export const isTurnOf = (everySeconds: number, second: number): boolean => second % everySeconds === 0

/**
 * The names of the steps whose turn it is so many seconds after a worker's first look, without those of which a look says that
 * nothing is due. Each look is one statement for the steps that share it.
 */
export const stepsAt = async (services: DueWorkServices, second: number): Promise<readonly string[]> => {
  const turns = Object.entries(dueSteps).filter(([, { everySeconds }]) => isTurnOf(everySeconds, second))
  const due = new Set<string>()
  for (const look of new Set(turns.flatMap(([, step]) => step.look ?? [])))
    for (const name of await look(services)) due.add(name)
  return turns.filter(([name, step]) => !step.look || due.has(name)).map(([name]) => name)
}

/** The report of a run that had nothing to do. */
export const nothingDue: DueReport = { renewals: 0, declined: 0, shipped: 0, failed: [] }

/**
 * One run of the due work: open charges, ends of pauses, renewals, shipments; all of it, or the named steps. A step that fails is
 * logged and named in the report. Throws when the database is away, because then nothing can be done.
 */
export const runDue = async (services: DueWorkServices, steps = dueStepNames): Promise<DueReport> => {
  const total = { renewals: 0, declined: 0, shipped: 0 }
  const failed: string[] = []
  for (const [name, { run }] of Object.entries(dueSteps)) {
    if (!steps.includes(name)) continue
    try {
      const { renewals = 0, declined = 0, shipped = 0 } = await run(services)
      total.renewals += renewals
      total.declined += declined
      total.shipped += shipped
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      services.deps.log.error(
        { err: thrown, step: name },
        'a step of the due work failed and will be retried',
      )
      failed.push(name)
    }
  }
  return { ...total, failed }
}

const earlier = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (!a || !b) return a ?? b
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b
}

const dayOf = (at: Temporal.Instant | null | undefined): Temporal.PlainDate | null =>
  at ? dateIn(at, brand.timeZone) : null

/**
 * The next day on which a renewal, the end of a pause, a shipment, a label, a return, a gift, or something that a carrier or a
 * processor in the shop's time has to say is due; it may be in the past.
 */
export const nextDueOn = async (
  services: ReturnServices & DisputeServices,
): Promise<Temporal.PlainDate | null> => {
  const { deps, carrier, warehouse, processor } = services
  const shipsOn = warehouse === 'simulated' ? await nextShipDate(deps.database) : null
  const dates = [
    await nextRenewalDate(deps),
    shipsOn,
    dayOf(await nextLabelAt(deps.database)),
    dayOf(await nextReturnLabelAt(deps.database)),
    await nextReturnDate(services),
    dayOf(await carrier.time?.nextEventAt()),
    dayOf(await processor.time?.nextEventAt()),
    dayOf(await nextReminderAt(services)),
    await nextGiftDate(deps),
  ]
  return dates.reduce(earlier)
}
