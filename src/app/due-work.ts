import { finishCheckout } from '#checkout/server/finish-checkout.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { nextReminderAt, remindOfEvidence } from '#dispute/server/disputes.ts'
import { findDisputes, readDueDisputes } from '#dispute/server/read-dispute.ts'
import { nextGiftDate, sendDueGifts } from '#gift/server/send-due.ts'
import { reviewReferrals } from '#loyalty/server/referrals.ts'
import { remindOfAbandonedCarts } from '#newsletter/server/cart-reminders.ts'
import { backfillLedger } from '#order/server/order-ledger.ts'
import { nextLabelAt } from '#shipment/server/labels.ts'
import { nextShipDate, noticeLateOrders, packDue, workOffLabels } from '#order/server/orders.ts'
import {
  expireReturns,
  nextReturnDate,
  nextReturnLabelAt,
  workOffReturnLabels,
} from '#return/server/returns.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { readBalanceWhenDue } from '#payment/payout/server/payouts.ts'
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

const seeToReturns = async (services: ReturnServices): Promise<void> => {
  await expireReturns(services)
  await workOffReturnLabels(services)
}

/** The steps of due work, in this order. Each step is independent: a failed one stops none after it. */
const dueSteps: Readonly<Record<string, (services: DueWorkServices) => Promise<StepResult>>> = {
  ledger: ({ deps }) => withoutCounts(backfillLedger(deps)),
  charges: (services) => withoutCounts(settleDueCharges(services, finishChargeWith(services))),
  refunds: (services) => withoutCounts(settleDueRefunds(services)),
  disputes: (services) => withoutCounts(seeToDisputes(services)),
  resume: ({ deps }) => withoutCounts(resumeDue(deps)),
  start: ({ deps }) => withoutCounts(startDue(deps)),
  notices: (services) => withoutCounts(makeNotices(services)),
  gifts: ({ deps }) => withoutCounts(sendDueGifts(deps)),
  renewals: renew,
  packing: ({ deps, carrier, warehouse }) =>
    withoutCounts(
      warehouse === 'simulated' && carrier.code !== null ? packDue(deps, carrier.code) : Promise.resolve(),
    ),
  shipments: async (services) => ({ shipped: await workOffLabels(services) }),
  returns: (services) => withoutCounts(seeToReturns(services)),
  'late orders': ({ deps }) => withoutCounts(noticeLateOrders(deps)),
  referrals: ({ deps }) => withoutCounts(reviewReferrals(deps)),
  carts: ({ deps }) => withoutCounts(remindOfAbandonedCarts(deps)),
  payouts: (services) => withoutCounts(readBalanceWhenDue(services)),
  retention: (services) => withoutCounts(applyRetention(services)),
}

/** The names of the steps, for the metrics. */
export const dueStepNames = Object.keys(dueSteps)

/**
 * One run of all due work: open charges, ends of pauses, renewals, shipments. A step that fails is logged and named in
 * the report. Throws when the database is away, because then nothing can be done.
 */
export const runDue = async (services: DueWorkServices): Promise<DueReport> => {
  const total = { renewals: 0, declined: 0, shipped: 0 }
  const failed: string[] = []
  for (const [name, step] of Object.entries(dueSteps)) {
    try {
      const { renewals = 0, declined = 0, shipped = 0 } = await step(services)
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
