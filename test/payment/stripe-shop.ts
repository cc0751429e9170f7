import { sql } from 'kysely'
import { createEventHandler } from '#app/event-handlers.ts'
import { invariantViolations } from '#app/invariants.ts'
import { jobPayloads } from '#app/jobs.ts'
import type { DisputePolicy } from '#dispute/rules/dispute.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { readFraudWarning } from '#dispute/server/fraud-warnings.ts'
import { readDispute } from '#dispute/server/read-dispute.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { openCharge, recordOutcome, requestCharge } from '#payment/charge/server/payments.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { refundsOf } from '#payment/refund/server/refunds.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import type { ProcessorReport, WebhookAnswer } from '#payment/server/settlement.ts'
import { createJobs } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import { followRefunds } from '#refund/server/dashboard-refunds.ts'
import { draftOf, openOrderApp } from './payment-app.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

const disputePolicy: DisputePolicy = {
  stop_subscriptions: true,
  resume_when_won: false,
  hold_shipments: true,
  release_when_won: true,
  tell_operators: true,
  remind_days_before: 3,
  hold_after_fraud_warning: true,
}

/** What was bought: an order of 40.21 and the charge that paid it. */
export interface Bought {
  readonly orderId: string
  readonly chargeId: string
  readonly intent: string
}

const follow = (services: DisputeServices, report: ProcessorReport): Promise<void> => {
  switch (report.kind) {
    case 'dispute':
      return readDispute(services, report.dispute)
    case 'fraud-warning':
      return readFraudWarning(services, report.warning)
    case 'refunds':
      return followRefunds(services, report.charge)
    case 'payouts':
      return readBalance(services)
    default:
      return report satisfies never
  }
}

/** What a test reads of an order and of the ledger. */
const recordsOf = ({ deps }: DisputeServices) => ({
  rows: async (orderId: string): Promise<string[]> =>
    (await refundsOf(deps.database, [orderId]))
      .map(({ reason, state, split }) => `${reason} ${state} ${split.cardCents}`)
      .toSorted(),
  documents: async (orderId: string): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select kind || ' ' || total_cents as text from invoice where order_id = ${orderId} order by issued_at, serial`.execute(
      deps.database,
    )
    return rows.map(({ text }) => text)
  },
  ledger: async (orderId: string): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select account || ' ' || sum(cents) as text from ledger_posting join ledger_journal j on j.id = journal_id
      where order_id = ${orderId} and fact like 'refund-%' group by account having sum(cents) <> 0 order by 1`.execute(
      deps.database,
    )
    return rows.map(({ text }) => text)
  },
  dispute: (processorDispute: string) =>
    deps.database
      .selectFrom('dispute')
      .selectAll()
      .where('processor_dispute', '=', processorDispute)
      .executeTakeFirst(),
  /** Of one dispute, or of all. */
  history: async (disputeId?: string): Promise<string[]> => {
    const rows = await deps.database
      .selectFrom('dispute_event')
      .select(['kind', 'id'])
      .$if(disputeId !== undefined, (query) => query.where('dispute_id', '=', disputeId ?? ''))
      .orderBy('id')
      .execute()
    return rows.map(({ kind }) => kind)
  },
  /** Balances in cents of the accounts that disputes touch; zero for the others. */
  balances: async (): Promise<Record<string, number>> => {
    const known = ['receivable', 'disputed', 'dispute-losses', 'dispute-fees']
    const all = await trialBalance(deps.database)
    return Object.fromEntries(
      known.map((name) => [name, all.find(({ account }) => account === name)?.cents ?? 0]),
    )
  },
  /** The same by currency, without what is zero, as `EUR disputed 3619`. */
  balancesByCurrency: async (): Promise<string[]> =>
    (await trialBalance(deps.database))
      .filter(({ account, cents }) => account.startsWith('dispute') && cents !== 0)
      .map(({ currency, account, cents }) => `${currency} ${account} ${cents}`)
      .toSorted(),
  violations: () => invariantViolations(deps.database),
})

/**
 * Orders that were paid at Stripe's stand-in, with all that follows from what Stripe reports. A test plays the buyers' banks
 * and Stripe's dashboard. Time is the shop's, on both sides.
 */
export const openStripeShop = async (timeoutMs?: number) => {
  const app = await openOrderApp()
  const jobs = await createJobs(app.database.pool, jobPayloads, app.deps.log)
  const deps = { ...app.deps, handleEvents: createEventHandler(jobs, app.deps.state, false) }
  const { standIn, stripe, processor, token, stop } = await openStripeTestProcessor({
    timeoutMs,
    clock: deps.clock,
  })
  const services: DisputeServices = { deps, processor, disputes: disputePolicy }
  const buy = async (): Promise<Bought> => {
    const draft = draftOf(await token('approve'), { accountId: app.accountId, amountCents: 4021 })
    const opened = await inTransaction(deps, (tx) => openCharge(tx, 'stripe', draft))
    const outcome = await requestCharge(services, opened)
    const { charge } = await inTransaction(deps, (tx) => recordOutcome(tx, opened.id, outcome))
    const orderId = await app.place({ chargeId: charge.id, processor: 'stripe' })
    return { orderId, chargeId: charge.id, intent: charge.processorCharge ?? '' }
  }
  const receive = (eventId: string): Promise<WebhookAnswer> => {
    const { body, header } = standIn.webhooks.signed(eventId)
    const request = { processor: 'stripe', headers: { 'stripe-signature': header }, rawBody: body }
    return receiveWebhook(
      services,
      async () => undefined,
      request,
      (report) => follow(services, report),
    )
  }
  /** The ids of the events of disputes, oldest first. */
  const disputeEvents = (): string[] =>
    standIn
      .events()
      .filter(({ type }) => type.startsWith('charge.dispute.') || type.startsWith('radar.'))
      .map(({ id }) => id)
  return {
    ...app,
    ...recordsOf(services),
    deps,
    services,
    standIn,
    stripe,
    buy,
    receive,
    disputeEvents,
    /** All webhooks of disputes so far, in order. */
    receiveDisputes: async (): Promise<void> => {
      for (const id of disputeEvents()) await receive(id)
    },
    close: async (): Promise<void> => {
      await jobs.stop()
      await stop()
      await app.close()
    },
  }
}
