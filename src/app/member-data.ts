import { accountById } from '#account/server/accounts.ts'
import { endVisitsOf, forgetVisitsOf, visitsOf } from '#agent/server/agents.ts'
import { forgetCartsOf, forgetDraftsOf } from '#cart/server/carts.ts'
import { ordersOf } from '#order/server/orders.ts'
import { forgetMessagesOf, messagesOf } from '#contact/server/messages.ts'
import { forgetGiver, giftsOf } from '#gift/server/gifts.ts'
import { documentsOf } from '#invoice/server/invoices.ts'
import { eraseRedeemer } from '#coupon/server/coupons.ts'
import { boughtCheckoutsOf } from '#order/server/bought-checkouts.ts'
import { forgetSubscriber, letterConsentsOf } from '#newsletter/server/subscribers.ts'
import { consentsOf, forgetConsentsOf } from '#consent/server/consents.ts'
import { exposuresOf, forgetExperimentsOf } from '#experiment/server/experiments.ts'
import { lapseCreditOf } from '#credit/server/credits.ts'
import { statementOf } from '#loyalty/server/credit-statement.ts'
import { forgetPointsOf, pointsOf } from '#loyalty/server/points.ts'
import { forgetReferralsOf } from '#loyalty/server/referrals.ts'
import { forgetBuyer, forgetLostCheckouts } from '#checkout/server/checkouts.ts'
import { forgetPayer, forgetPaymentMethods, listPaymentMethods } from '#payment/server/payments.ts'
import { answersOf, forgetAnswersOf } from '#survey/server/surveys.ts'
import { forgetReasonsOf, subscriptionsOf } from '#subscription/server/subscriptions.ts'
import { eventsOf, forgetEventsOf } from '#analytics/server/visits.ts'
import { forgetJobsAbout } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import type { Work } from '#platform/world.ts'
import type { Shop } from './shop.ts'

const visitsTo = async (database: Shop['world']['database'], accountId: string) =>
  (await visitsOf(database, accountId)).map(({ agentName: agent, reason, intent, startedAt }) => ({
    agent,
    reason,
    intent,
    started_at: String(startedAt),
  }))

/** What came under the member's address before it was known whose it is: only once they have shown that it is theirs. */
const underAddress = async (database: Shop['world']['database'], accountId: string) => {
  const account = await accountById(database, accountId)
  if (account?.verified !== true) return { messages: [], letters: [] }
  const { email } = account
  return { messages: await messagesOf(database, email), letters: await letterConsentsOf(database, email) }
}

/** What the rooms after the account keep about a member, for the member's download. */
export const dataElsewhere = async (tools: Shop['tools'], accountId: string) => {
  const { database } = tools.world
  const orders = await ordersOf(database, accountId)
  return {
    orders,
    gifts: await giftsOf(database, accountId),
    invoices: await documentsOf(
      database,
      accountId,
      orders.map(({ id }) => id),
    ),
    ...(await underAddress(database, accountId)),
    subscriptions: await subscriptionsOf(tools, accountId),
    payment_methods: (await listPaymentMethods(database, accountId)).map(
      ({ brand, last4, expMonth, expYear }) => ({ brand, last4, expMonth, expYear }),
    ),
    survey_answers: await answersOf(database, accountId),
    loyalty_points: await pointsOf(database, accountId),
    credit: await statementOf(database, accountId),
    experiments: await exposuresOf(database, accountId),
    consents: await consentsOf(database, accountId),
    events: await eventsOf(database, accountId),
    support_visits: await visitsTo(database, accountId),
  }
}

/** What the rooms after the account forget with it, in the deletion's own transaction. */
export const eraseElsewhere = async (work: Work, accountId: string, outboxFolder: string): Promise<void> => {
  await forgetPaymentMethods(work, accountId)
  await forgetCartsOf(work, accountId)
  await forgetAnswersOf(work, accountId)
  await forgetPointsOf(work, accountId)
  await lapseCreditOf(work, accountId)
  await forgetReferralsOf(work, accountId)
  await forgetExperimentsOf(work, accountId)
  await forgetConsentsOf(work, accountId)
  await forgetVisitsOf(work, accountId)
  const account = await accountById(work.db, accountId)
  const email = account?.email ?? ''
  await forgetEventsOf(work, accountId, email)
  await forgetDraftsOf(work, email)
  await forgetLostCheckouts(work, accountId, email)
  const bought = await boughtCheckoutsOf(work, accountId)
  await forgetBuyer(work, bought)
  await forgetPayer(work, accountId, email)
  await eraseRedeemer(work, email, bought)
  await forgetSubscriber(work, email)
  await forgetMessagesOf(work, email)
  await forgetReasonsOf(work, accountId)
  await forgetGiver(work, accountId)
  await forgetJobsAbout(work, accountId, email)
  await forgetMails(outboxFolder, ({ to }) => to.toLowerCase() === email)
}

/** What lets in to an account besides its own sessions and links: visits of agents. Links for cards read `access_ended_at`. */
export const endElsewhere = async (work: Work, accountId: string): Promise<void> => {
  await endVisitsOf(work, { accountId })
}
