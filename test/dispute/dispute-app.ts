import { trialBalance } from '#ledger/server/journals.ts'
import { openCharge, recordOutcome, requestCharge } from '#payment/charge/server/payments.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import type { WebhookAnswer } from '#payment/server/settlement.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { DisputePolicy } from '#dispute/rules/dispute-policy.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { readFraudWarning } from '#dispute/server/fraud-warnings.ts'
import { readDispute } from '#dispute/server/read-dispute.ts'
import { invariantViolations } from '#app/invariants.ts'
import { openLedgerApp } from '../ledger/ledger-app.ts'
import { draftOf } from '../payment/payment-app.ts'
import { openStripeTestProcessor } from '../payment/stripe-test-processor.ts'

const policy: DisputePolicy = {
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

/** Orders that were paid at Stripe, whose banks a test speaks for. Time is the shop's, on both sides. */
export const openDisputeApp = async () => {
  const shop = await openLedgerApp()
  const { deps, accountId } = shop
  const stripe = await openStripeTestProcessor({ clock: deps.clock })
  const services: DisputeServices = { deps, processor: stripe.processor, disputes: policy }
  const { standIn } = stripe
  const buy = async (): Promise<Bought> => {
    const draft = draftOf(await stripe.token('approve'), { accountId, amountCents: 4021 })
    const opened = await inTransaction(deps, (tx) => openCharge(tx, 'stripe', draft))
    const outcome = await requestCharge(services, opened)
    const { charge } = await inTransaction(deps, (tx) => recordOutcome(tx, opened.id, outcome))
    const orderId = await shop.place({ chargeId: charge.id, processor: 'stripe' })
    return { orderId, chargeId: charge.id, intent: charge.processorCharge ?? '' }
  }
  const receive = (eventId: string): Promise<WebhookAnswer> => {
    const { body, header } = standIn.webhooks.signed(eventId)
    const request = { processor: 'stripe', headers: { 'stripe-signature': header }, rawBody: body }
    return receiveWebhook(
      services,
      async () => undefined,
      request,
      async (report) => {
        if (report.kind === 'dispute') await readDispute(services, report.dispute)
        if (report.kind === 'fraud-warning') await readFraudWarning(services, report.warning)
      },
    )
  }
  /** The ids of the events of disputes, oldest first. */
  const eventIds = (): string[] =>
    standIn
      .events()
      .filter(({ type }) => type.startsWith('charge.dispute.') || type.startsWith('radar.'))
      .map(({ id }) => id)
  return {
    ...shop,
    standIn,
    stripe: stripe.stripe,
    services,
    buy,
    receive,
    eventIds,
    /** All webhooks of disputes so far, in order. */
    receiveAll: async (): Promise<void> => {
      for (const id of eventIds()) await receive(id)
    },
    dispute: async (processorDispute: string) =>
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
    violations: () => invariantViolations(deps.database),
    close: async (): Promise<void> => {
      await stripe.stop()
      await shop.close()
    },
  }
}
