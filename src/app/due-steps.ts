import { sql } from 'kysely'
import type { Expression } from 'kysely'
import { hasStockToReview } from '#catalogue/server/stock-alarms.ts'
import { finishCheckout } from '#checkout/server/finish-checkout.ts'
import type { PageFiles } from '#content/server/pages.ts'
import { hasDueSchedule, publishDuePages } from '#content/server/page-versions.ts'
import { applyGuardrails, hasGuardedExperiments } from '#desk/server/guardrail-stops.ts'
import { reviewStock } from '#desk/server/stock-forecast.ts'
import { hasDueDisputes, remindOfEvidence } from '#dispute/server/disputes.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { findDisputes, readDueDisputes } from '#dispute/server/read-dispute.ts'
import { hasDueGifts, sendDueGifts } from '#gift/server/send-due.ts'
import { hasDueReferrals, reviewReferrals } from '#loyalty/server/referrals.ts'
import { hasCartsToReview, remindOfAbandonedCarts } from '#newsletter/server/cart-reminders.ts'
import { hasCampaignsDue, sendDueCampaigns } from '#newsletter/server/campaigns.ts'
import { backfillLedger } from '#order/server/order-ledger.ts'
import {
  hasDueToPack,
  hasLateOrders,
  hasMissingFromLedger,
  hasTaxesToRecord,
  noticeLateOrders,
  packDue,
  recordTaxes,
  processLabels,
} from '#order/server/orders.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { isBalanceDue, readBalanceWhenDue } from '#payment/payout/server/payouts.ts'
import { settleDueRefunds } from '#payment/refund/server/refunds.ts'
import { hasDueCharges, hasDueRefunds } from '#payment/server/due-payments.ts'
import { finishCard } from '#payment/server/save-card.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import {
  expireReturns,
  hasDueExpiries,
  hasDueReturnLabels,
  processReturnLabels,
} from '#return/server/returns.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import { closeDays, hasDaysToSum } from '#report/server/close-days.ts'
import { hasBoughtChanges, sumBoughtUnits } from '#report/server/bought-units.ts'
import { hasComingChanges, sumComingOrders } from '#report/server/coming-orders.ts'
import { askForReviews, hasReviewsToAskFor } from '#review/server/review-requests.ts'
import type { ReviewRequestServices } from '#review/server/review-requests.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { hasDueLabels } from '#shipment/server/labels.ts'
import { finishCycle } from '#subscription/renewal/server/finish-cycle.ts'
import { hasDueNotices, makeNotices } from '#subscription/renewal/server/notices-due.ts'
import type { NoticeDeps } from '#subscription/renewal/server/notices-due.ts'
import { hasDueRenewals, renewDue } from '#subscription/renewal/server/renew-due.ts'
import type { RenewalDeps } from '#subscription/renewal/server/renew-due.ts'
import {
  hasDueToResume,
  resumeDue,
  hasDueToStart,
  startDue,
} from '#subscription/renewal/server/resume-due.ts'
import { isDueOnceIn } from '#platform/once-in.ts'
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
  ({ dunning }: Pick<RenewalDeps, 'dunning'>): FinishCharge =>
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

/** What the steps need. */
export type DueWorkServices = RenewalDeps &
  NoticeDeps &
  RetentionServices &
  ReturnServices &
  DisputeServices &
  ReviewRequestServices & { readonly pageFiles: PageFiles }

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
}

const findDisputesDaily = async (services: DisputeServices): Promise<void> => {
  if (await isDueOnceIn(services.deps, 'find disputes', daySeconds)) await findDisputes(services)
}

const seeToReturns = async (services: ReturnServices): Promise<void> => {
  await expireReturns(services)
  await processReturnLabels(services)
}

const packs = ({ carrier, warehouse }: DueWorkServices): boolean =>
  warehouse === 'simulated' && carrier.code !== null

const todayOf = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

/** A step of the due work. */
export interface DueStep {
  /**
   * How often a worker looks. What somebody waits for is looked at every second or two; what is due on a day may be a minute
   * late, and an idle shop asks its database a tenth as often.
   */
  readonly everySeconds: number
  /** A condition in SQL: whether the step has something to do. Null when it never has; a step without one is always run. */
  readonly isDue?: (services: DueWorkServices) => Expression<boolean> | null
  /** True when nothing in the condition changes but the time: then its statement is compiled once. */
  readonly hasFixedText?: true
  readonly run: (services: DueWorkServices) => Promise<StepResult>
}

/** The steps of due work, in this order. Each step is independent: a failed one stops none after it. */
const steps: Readonly<Record<string, DueStep>> = {
  ledger: {
    everySeconds: 60,
    isDue: ({ deps }) => hasMissingFromLedger(deps.database),
    run: ({ deps }) => withoutCounts(backfillLedger(deps)),
  },
  charges: {
    everySeconds: 1,
    isDue: ({ deps }) => hasDueCharges(deps),
    hasFixedText: true,
    run: (services) => withoutCounts(settleDueCharges(services, finishChargeWith(services))),
  },
  refunds: {
    everySeconds: 2,
    isDue: ({ deps }) => hasDueRefunds(deps),
    hasFixedText: true,
    run: (services) => withoutCounts(settleDueRefunds(services)),
  },
  disputes: {
    everySeconds: 30,
    isDue: hasDueDisputes,
    run: (services) => withoutCounts(seeToDisputes(services)),
  },
  resume: {
    everySeconds: 30,
    isDue: ({ deps }) => hasDueToResume(deps),
    run: ({ deps }) => withoutCounts(resumeDue(deps)),
  },
  start: {
    everySeconds: 30,
    isDue: ({ deps }) => hasDueToStart(deps),
    run: ({ deps }) => withoutCounts(startDue(deps)),
  },
  notices: {
    everySeconds: 30,
    isDue: ({ deps }) => hasDueNotices(deps),
    run: (services) => withoutCounts(makeNotices(services)),
  },
  gifts: {
    everySeconds: 30,
    isDue: ({ deps }) => hasDueGifts(deps),
    run: ({ deps }) => withoutCounts(sendDueGifts(deps)),
  },
  renewals: { everySeconds: 10, isDue: ({ deps }) => hasDueRenewals(deps), run: renew },
  pages: {
    everySeconds: 5,
    isDue: ({ deps }) => hasDueSchedule(deps.database, deps.clock.now()),
    run: ({ deps, pageFiles }) => withoutCounts(publishDuePages(deps, pageFiles)),
  },
  newsletters: {
    everySeconds: 5,
    isDue: ({ deps }) => hasCampaignsDue(deps),
    run: ({ deps }) => withoutCounts(sendDueCampaigns(deps)),
  },
  packing: {
    everySeconds: 30,
    isDue: (services) =>
      packs(services) ? hasDueToPack(services.deps.database, todayOf(services.deps)) : null,
    run: ({ deps, carrier }) => withoutCounts(packDue(deps, carrier.code ?? '')),
  },
  shipments: {
    everySeconds: 5,
    isDue: ({ deps }) => hasDueLabels(deps.database, deps.clock.now()),
    run: async (services) => ({ shipped: await processLabels(services) }),
  },
  returns: {
    everySeconds: 10,
    isDue: (services) => {
      const hasLabels = hasDueReturnLabels(services.deps.database, services.deps.clock.now())
      return sql<boolean>`(${hasDueExpiries(services)} or ${hasLabels})`
    },
    run: (services) => withoutCounts(seeToReturns(services)),
  },
  'late orders': {
    everySeconds: 60,
    isDue: ({ deps }) => hasLateOrders(deps.database, todayOf(deps)),
    run: ({ deps }) => withoutCounts(noticeLateOrders(deps)),
  },
  'review requests': {
    everySeconds: 60,
    isDue: hasReviewsToAskFor,
    run: (services) => withoutCounts(askForReviews(services)),
  },
  referrals: {
    everySeconds: 60,
    isDue: ({ deps }) => hasDueReferrals(deps),
    run: ({ deps }) => withoutCounts(reviewReferrals(deps)),
  },
  carts: {
    everySeconds: 60,
    isDue: ({ deps }) => hasCartsToReview(deps),
    run: ({ deps }) => withoutCounts(remindOfAbandonedCarts(deps)),
  },
  payouts: {
    everySeconds: 60,
    isDue: isBalanceDue,
    run: (services) => withoutCounts(readBalanceWhenDue(services)),
  },
  taxes: {
    everySeconds: 30,
    isDue: hasTaxesToRecord,
    run: (services) => withoutCounts(recordTaxes(services)),
  },
  'day sums': {
    everySeconds: 60,
    isDue: ({ deps }) => hasDaysToSum(deps),
    run: ({ deps }) => withoutCounts(closeDays(deps)),
  },
  'coming orders': {
    everySeconds: 600,
    isDue: () => hasComingChanges(),
    run: ({ deps }) => withoutCounts(sumComingOrders(deps)),
  },
  'bought units': {
    everySeconds: 600,
    isDue: () => hasBoughtChanges(),
    run: ({ deps }) => withoutCounts(sumBoughtUnits(deps)),
  },
  'experiment guardrails': {
    everySeconds: 60,
    isDue: () => hasGuardedExperiments(),
    run: ({ deps }) => withoutCounts(applyGuardrails(deps)),
  },
  'stock alarms': {
    everySeconds: 60,
    isDue: () => hasStockToReview(),
    run: ({ deps }) => withoutCounts(reviewStock(deps)),
  },
  // They remember themselves when they ran last.
  'find disputes': { everySeconds: 30, run: (services) => withoutCounts(findDisputesDaily(services)) },
  retention: { everySeconds: 60, run: (services) => withoutCounts(applyRetention(services)) },
}

/** The steps by their names, in this order. */
export const dueSteps: ReadonlyMap<string, DueStep> = new Map(Object.entries(steps))
