import { accountById } from '#account/server/accounts.ts'
import { endImpersonationsOf, eraseImpersonationsOf, impersonationsOf } from '#agent/server/agents.ts'
import { forgetCartsOf, forgetDraftsOf } from '#cart/server/carts.ts'
import { wireOrders } from '#order/server/order-handlers.ts'
import { boughtCheckoutsOf, ordersOf } from '#order/server/orders.ts'
import { forgetMessagesOf, messagesOf } from '#contact/server/messages.ts'
import { forgetGiver, giftsOf } from '#gift/server/gifts.ts'
import { documentsOf } from '#invoice/server/invoices.ts'
import { eraseRedeemer } from '#coupon/server/coupons.ts'
import { forgetSubscriber, newsletterConsentsOf } from '#newsletter/server/subscribers.ts'
import { consentsOf, forgetConsentsOf } from '#consent/server/consents.ts'
import { exposuresOf, forgetExperimentsOf } from '#experiment/server/experiments.ts'
import { lapseCreditOf } from '#credit/server/credits.ts'
import { statementOf } from '#loyalty/server/credit-statement.ts'
import { forgetPointsOf, pointsOf } from '#loyalty/server/points.ts'
import { forgetReferralsOf } from '#loyalty/server/referrals.ts'
import { forgetBuyer, forgetUnsuccessfulCheckouts } from '#checkout/server/checkouts.ts'
import { forgetPayer, forgetPaymentMethods, listSavedCards } from '#payment/server/payments.ts'
import { answersOf, forgetAnswersOf } from '#survey/server/surveys.ts'
import { eraseCancellationReasonsOf, subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { wireSubscription } from '#subscription/server/wire-subscription.ts'
import { eventsOf, forgetEventsOf } from '#analytics/server/visits.ts'
import { forgetJobsAbout } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Shop } from './shop.ts'

const impersonationsData = async (database: Shop['deps']['database'], accountId: string) =>
  (await impersonationsOf(database, accountId)).map(({ agentName: agent, reason, intent, startedAt }) => ({
    agent,
    reason,
    intent,
    started_at: String(startedAt),
  }))

/** What came from the member's address without an account: only once they have proved that it is theirs. */
const dataByEmail = async (database: Shop['deps']['database'], accountId: string) => {
  const account = await accountById(database, accountId)
  if (account?.verified !== true) return { messages: [], newsletter_consents: [] }
  const { email } = account
  return {
    messages: await messagesOf(database, email),
    newsletter_consents: await newsletterConsentsOf(database, email),
  }
}

/** What the modules after the account store about a member, for the member's download. */
export const dataOfOtherModules = async (services: Shop['services'], accountId: string) => {
  const { database } = services.deps
  const orders = await ordersOf(database, accountId)
  return {
    orders: await wireOrders(database, orders),
    gifts: await giftsOf(database, accountId),
    invoices: await documentsOf(
      database,
      accountId,
      orders.map(({ id }) => id),
    ),
    ...(await dataByEmail(database, accountId)),
    subscriptions: (await subscriptionsOf(services, accountId)).map(wireSubscription),
    payment_methods: (await listSavedCards(database, accountId)).map(
      ({ brand, last4, expMonth, expYear }) => ({ brand, last4, expMonth, expYear }),
    ),
    survey_answers: await answersOf(database, accountId),
    loyalty_points: await pointsOf(database, accountId),
    credit: await statementOf(database, accountId),
    experiments: await exposuresOf(database, accountId),
    consents: await consentsOf(database, accountId),
    events: await eventsOf(database, accountId),
    support_visits: await impersonationsData(database, accountId),
  }
}

/** What the modules after the account delete with it, in the deletion's own transaction. */
export const eraseInOtherModules = async (tx: Tx, accountId: string, outboxFolder: string): Promise<void> => {
  await forgetPaymentMethods(tx, accountId)
  await forgetCartsOf(tx, accountId)
  await forgetAnswersOf(tx, accountId)
  await forgetPointsOf(tx, accountId)
  await lapseCreditOf(tx, accountId)
  await forgetReferralsOf(tx, accountId)
  await forgetExperimentsOf(tx, accountId)
  await forgetConsentsOf(tx, accountId)
  await eraseImpersonationsOf(tx, accountId)
  const account = await accountById(tx.db, accountId)
  const email = account?.email ?? ''
  await forgetEventsOf(tx, accountId, email)
  await forgetDraftsOf(tx, email)
  await forgetUnsuccessfulCheckouts(tx, accountId, email)
  const bought = await boughtCheckoutsOf(tx, accountId)
  await forgetBuyer(tx, bought)
  await forgetPayer(tx, accountId, email)
  await eraseRedeemer(tx, email, bought)
  await forgetSubscriber(tx, email)
  await forgetMessagesOf(tx, email)
  await eraseCancellationReasonsOf(tx, accountId)
  await forgetGiver(tx, accountId)
  await forgetJobsAbout(tx, accountId, email)
  await forgetMails(outboxFolder, ({ to }) => to.toLowerCase() === email)
}

/**
 * Access to an account other than its own sessions and links: impersonation sessions. Links for cards read
 * `access_ended_at`.
 */
export const endImpersonations = async (tx: Tx, accountId: string): Promise<void> => {
  await endImpersonationsOf(tx, { accountId })
}
