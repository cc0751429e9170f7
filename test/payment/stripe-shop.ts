import { sql } from 'kysely'
import { createEventHandler } from '#app/event-handlers.ts'
import { jobPayloads } from '#app/job-payloads.ts'
import { openCharge, recordOutcome, requestCharge } from '#payment/charge/server/payments.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { refundsOf } from '#payment/refund/server/refunds.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import { createJobs } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import { followRefunds } from '#refund/server/dashboard-refunds.ts'
import { openLedgerApp } from '../ledger/ledger-app.ts'
import { draftOf } from './payment-app.ts'
import type { openStripeTestProcessor } from './stripe-test-processor.ts'

/** Orders of 40.21, paid at Stripe's stand-in, with everything that follows from a refund. */
export const openStripeShop = async (stripe: Awaited<ReturnType<typeof openStripeTestProcessor>>) => {
  const app = await openLedgerApp()
  const jobs = await createJobs(app.database.pool, jobPayloads, app.deps.log)
  const deps = { ...app.deps, handleEvents: createEventHandler(jobs) }
  const services = { deps, processor: stripe.processor }
  return {
    ...app,
    services,
    buy: async () => {
      const draft = draftOf(await stripe.token('approve'), { amountCents: 4021 })
      const opened = await inTransaction(deps, (tx) => openCharge(tx, 'stripe', draft))
      const outcome = await requestCharge(services, opened)
      const { charge } = await inTransaction(deps, (tx) => recordOutcome(tx, opened.id, outcome))
      const orderId = await app.place({ chargeId: charge.id, processor: 'stripe' })
      return { orderId, intent: charge.processorCharge ?? '' }
    },
    receive: (eventId: string) => {
      const { body, header } = stripe.standIn.webhooks.signed(eventId)
      return receiveWebhook(
        services,
        async () => undefined,
        { processor: 'stripe', headers: { 'stripe-signature': header }, rawBody: body },
        async (report) => {
          if (report.kind === 'refunds') await followRefunds(services, report.charge)
          if (report.kind === 'payouts') await readBalance(services)
        },
      )
    },
    rows: async (orderId: string) =>
      (await refundsOf(deps.database, [orderId]))
        .map(({ reason, state, split }) => `${reason} ${state} ${split.cardCents}`)
        .toSorted(),
    documents: async (orderId: string) => {
      const { rows } = await sql<{ text: string }>`
        select kind || ' ' || total_cents as text from invoice where order_id = ${orderId} order by issued_at, serial`.execute(
        deps.database,
      )
      return rows.map(({ text }) => text)
    },
    ledger: async (orderId: string) => {
      const { rows } = await sql<{ text: string }>`
        select account || ' ' || sum(cents) as text from ledger_posting join ledger_journal j on j.id = journal_id
        where order_id = ${orderId} and fact like 'refund-%' group by account having sum(cents) <> 0 order by 1`.execute(
        deps.database,
      )
      return rows.map(({ text }) => text)
    },
    close: async () => {
      await jobs.stop()
      await app.close()
    },
  }
}
