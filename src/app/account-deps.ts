import { isLink } from '#shared/card-face.ts'
import { eraseProblemTexts, forgetPhotosOf, problemsOfAccount } from '#return/server/problems.ts'
import type { Problem } from '#return/server/problems.ts'
import { eraseReviewsOf, reviewsOfAccount } from '#review/server/reviews.ts'
import { forgetReviewRequestsOf, reviewRequestsOf } from '#review/server/review-requests.ts'
import type { Review } from '#review/server/reviews.ts'
import { eraseReturnTexts, returnsOfAccount } from '#return/server/returns.ts'
import type { OrderReturn } from '#return/server/returns.ts'
import type { AccountDeps } from '#account/server/account-services.ts'
import { accountById, findAccountByEmail } from '#account/server/accounts.ts'
import { endImpersonationsOf, eraseImpersonationsOf, impersonationsOf } from '#agent/server/agents.ts'
import { eventsOf, forgetEventsOf } from '#analytics/server/visits.ts'
import { forgetCartsOf, forgetDraftsOf, joinBroughtCart } from '#cart/server/carts.ts'
import {
  cartsInPayment,
  forgetBuyer,
  forgetGiftRecipient,
  forgetUnsuccessfulCheckouts,
  hasPurchaseInPayment,
} from '#checkout/server/checkouts.ts'
import { createPurchasesHere } from '#checkout/server/purchases-here.ts'
import {
  consentVisitOf,
  consentsOf,
  forgetConsentsOf,
  linkConsent,
  savePrivacySignalAtSignIn,
} from '#consent/server/consents.ts'
import { forgetMessagesOf, messagesOf } from '#contact/server/messages.ts'
import { eraseRedeemer } from '#coupon/server/coupons.ts'
import { lapseCreditOf } from '#credit/server/credits.ts'
import { forgetApprovalsOf } from '#desk/server/approvals.ts'
import { forgetNotesOf, forgetViewsFor, notesOf, tagsOf } from '#desk/server/notes.ts'
import { exposuresOf, forgetExperimentsOf, linkVisitor, variantsOf } from '#experiment/server/experiments.ts'
import { forgetRecipient, forgetGiver, giftsOf } from '#gift/server/gifts.ts'
import { documentsOf } from '#invoice/server/invoices.ts'
import { statementOf } from '#loyalty/server/credit-statements.ts'
import { forgetPointsOf, pointsOf } from '#loyalty/server/points.ts'
import { forgetReferralsOf, linkReferral } from '#loyalty/server/referrals.ts'
import { campaignsOf } from '#newsletter/server/campaigns.ts'
import { forgetSubscriber, newsletterConsentsOf } from '#newsletter/server/subscribers.ts'
import { wireOrders } from '#order/server/order-handlers.ts'
import {
  boughtBy,
  eraseHoldReasons,
  forgetOrderMailsOf,
  orderMailsOf,
  ordersOf,
} from '#order/server/orders.ts'
import type { Order, StoredOrderMail } from '#order/server/orders.ts'
import { listSavedCards } from '#payment/charge/server/payments.ts'
import { forgetPayer, forgetPaymentMethods } from '#payment/server/forget-buyers.ts'
import { eraseRefundNotes } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { forgetJobsAbout } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import {
  chargesToComeOf,
  eraseCancellationReasonsOf,
  lockSubscriptionsOf,
  storedSubscriptionsOf,
  subscriptionsOf,
} from '#subscription/server/subscriptions.ts'
import { moveAddress, ordersTo } from '#subscription/change/server/move-address.ts'
import { remindAgain } from '#subscription/notice/server/notices.ts'
import { answersOf, forgetAnswersOf, linkAnswers } from '#survey/server/surveys.ts'
import { wireSubscription } from '#subscription/server/wire-subscription.ts'
import { eraseInspectionTexts } from '#withdrawal/server/withdrawals.ts'
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
  if (account?.verified !== true)
    return { messages: [], answers_to_messages: [], newsletter_consents: [], newsletter_campaigns: [] }
  const { email } = account
  return {
    ...(await messagesOf(database, email)),
    newsletter_consents: await newsletterConsentsOf(database, email),
    newsletter_campaigns: await campaignsOf(database, email),
  }
}

const wireReturned = ({ number, state, reason, message, requestedAt, lines, ...one }: OrderReturn) => ({
  number,
  state,
  reason,
  message,
  other_contents: one.otherContents,
  requested_at: requestedAt.toString(),
  lines: lines.map(({ position, quantity, receivedQuantity, note }) => ({
    position,
    quantity,
    received_quantity: receivedQuantity,
    note,
  })),
})

const wireReported = ({ number, kind, wish, details, state, note, reportedAt, lines }: Problem) => ({
  number,
  kind,
  wish,
  details,
  state,
  note,
  reported_at: reportedAt.toString(),
  lines,
})

const wireReview = ({ product, stars, title, text, name, state, writtenAt }: Review) => ({
  product,
  stars,
  title,
  text,
  name,
  state,
  written_at: writtenAt.toString(),
})

const wireMail = (
  { kind, sentTo, subject, sentAt, messageId, orderId }: StoredOrderMail,
  orders: readonly Order[],
) => ({
  order_number: orders.find(({ id }) => id === orderId)?.number ?? '',
  kind,
  to: sentTo,
  subject,
  message_id: messageId,
  sent_at: sentAt.toString(),
})

/** What the modules after the account store about a member, for the member's download. */
const dataOfOtherModules = async (services: Shop['services'], accountId: string) => {
  const { database } = services.deps
  const orders = await ordersOf(database, accountId)
  const orderIds = orders.map(({ id }) => id)
  return {
    orders: await wireOrders(services.deps, orders),
    order_mails: (await orderMailsOf(database, accountId, orderIds)).map((mail) => wireMail(mail, orders)),
    gifts: await giftsOf(database, accountId),
    returns: (await returnsOfAccount(database, accountId)).map(wireReturned),
    problems: (await problemsOfAccount(database, accountId)).map(wireReported),
    reviews: (await reviewsOfAccount(database, accountId)).map(wireReview),
    review_requests: await reviewRequestsOf(database, accountId),
    invoices: await documentsOf(database, accountId, orderIds),
    ...(await dataByEmail(database, accountId)),
    subscriptions: (await subscriptionsOf(services, accountId)).map(wireSubscription),
    payment_methods: (await listSavedCards(database, accountId)).map(({ brand, last4, expMonth, expYear }) =>
      isLink({ brand }) ? { brand } : { brand, last4, expMonth, expYear },
    ),
    survey_answers: await answersOf(database, accountId),
    loyalty_points: await pointsOf(database, accountId),
    credit: await statementOf(database, accountId),
    experiments: await exposuresOf(database, accountId),
    consents: await consentsOf(database, accountId),
    events: await eventsOf(database, accountId),
    staff_notes: await notesOf(database, accountId),
    staff_tags: await tagsOf(database, accountId),
    support_visits: await impersonationsData(database, accountId),
  }
}

/** What is stored under an e-mail, without an account or beside it. */
const eraseByEmail = async (
  tx: Tx,
  accountId: string,
  email: string,
  outboxFolder: string,
): Promise<void> => {
  await forgetEventsOf(tx, accountId, email)
  await forgetDraftsOf(tx, email)
  await forgetUnsuccessfulCheckouts(tx, accountId, email)
  await forgetPayer(tx, accountId, email)
  await forgetSubscriber(tx, email)
  await forgetMessagesOf(tx, email)
  await forgetViewsFor(tx, email)
  await forgetJobsAbout(tx, accountId, email)
  await forgetMails(outboxFolder, ({ to }) => to.toLowerCase() === email)
}

/** A former address may be another member's by now: then what is stored under it is theirs. */
const emailsToErase = async (
  tx: Tx,
  accountId: string,
  formerEmails: readonly string[],
): Promise<readonly string[]> => {
  const account = await accountById(tx.db, accountId)
  const emails = new Set([account?.email ?? ''])
  for (const email of formerEmails) if ((await findAccountByEmail(tx.db, email)) === null) emails.add(email)
  return [...emails]
}

/** What the modules after the account delete with it, in the deletion's own transaction. */
const eraseInOtherModules = async (
  tx: Tx,
  accountId: string,
  formerEmails: readonly string[],
  outboxFolder: string,
): Promise<void> => {
  await forgetPaymentMethods(tx, accountId)
  await forgetAnswersOf(tx, accountId)
  await forgetPointsOf(tx, accountId)
  await lapseCreditOf(tx, accountId)
  await forgetReferralsOf(tx, accountId)
  await forgetExperimentsOf(tx, accountId)
  await forgetConsentsOf(tx, accountId)
  await eraseImpersonationsOf(tx, accountId)
  await forgetOrderMailsOf(tx, accountId)
  const { orderIds, checkoutIds: bought } = await boughtBy(tx, accountId)
  await forgetBuyer(tx, bought)
  await eraseHoldReasons(tx, orderIds)
  await eraseRefundNotes(tx, orderIds)
  const emails = await emailsToErase(tx, accountId, formerEmails)
  for (const email of emails) {
    await eraseByEmail(tx, accountId, email, outboxFolder)
    await eraseRedeemer(tx, email, bought)
  }
  await eraseCancellationReasonsOf(tx, accountId)
  await forgetPhotosOf(tx, accountId)
  await forgetApprovalsOf(tx, accountId)
  await eraseProblemTexts(tx, accountId)
  await eraseReturnTexts(tx, accountId)
  await eraseInspectionTexts(tx, accountId)
  await forgetNotesOf(tx, accountId)
  await eraseReviewsOf(tx, accountId)
  await forgetReviewRequestsOf(tx, accountId)
  await forgetGiver(tx, accountId)
  await forgetGiftRecipient(tx, await forgetRecipient(tx, accountId, emails), emails)
}

/**
 * Access to an account other than its own sessions and links: impersonation sessions. Links for cards read
 * `access_ended_at`.
 */
const endImpersonations = async (tx: Tx, accountId: string): Promise<void> => {
  await endImpersonationsOf(tx, { accountId })
}

const onMailWanted: AccountDeps['onMailWanted'] = (tx, accountId, topic) =>
  topic === 'order-reminder' ? remindAgain(tx, accountId) : Promise.resolve()

type AccountModules = Pick<Shop, 'deps' | 'settings' | 'services' | 'surveys' | 'flags'>

/** What the account module needs of modules that depend on it, so that it cannot import them. */
export const accountDeps = ({ deps, settings, services, surveys, flags }: AccountModules): AccountDeps => {
  const { enumeration, minPasswordLength: shortestPassword } = settings
  return {
    enumeration,
    shortestPassword,
    human: createHumanCheck(deps, settings.turnstile),
    signOn: { google: settings.google, facebook: settings.facebook },
    beforeAddressChange: (tx, own, country) => moveAddress(deps, tx, own, country),
    ordersTo: (accountId, addressId) => ordersTo(services, { accountId, addressId }),
    beforeErase: async (tx, accountId) => {
      await forgetCartsOf(tx, accountId)
      await lockSubscriptionsOf(tx, accountId)
    },
    // Purchases first: one that becomes an order between both is found among the subscriptions.
    chargesToCome: async (tx, accountId) =>
      (await hasPurchaseInPayment(tx.db, accountId)) ? 'charge-in-flight' : chargesToComeOf(tx, accountId),
    dataOf: (accountId) => dataOfOtherModules(services, accountId),
    eraseElsewhere: (tx, accountId, formerEmails) =>
      eraseInOtherModules(tx, accountId, formerEmails, services.outboxFolder),
    onAccessEnd: endImpersonations,
    ...createPurchasesHere(deps),
    onMailWanted,
    onSignIn: async (tx, context, accountId) => {
      await linkConsent(tx, accountId, consentVisitOf(context))
      await linkVisitor(tx, accountId, consentVisitOf(context))
      await savePrivacySignalAtSignIn(tx, context, accountId)
      await joinBroughtCart({ deps, cartsInPayment }, tx, context, accountId)
      await linkAnswers(tx, context, accountId, surveys)
      await linkReferral(deps, tx, context, accountId)
    },
    experimentsOf: (accountId) => variantsOf({ deps, flags }, accountId),
    subscriptionsOf: async (accountId) =>
      (await storedSubscriptionsOf(deps.database, accountId)).map(
        ({ planCode, activatedAt, canceledAt }) => ({
          plan: { plan_code: planCode },
          activated_at: activatedAt,
          canceled_at: canceledAt,
        }),
      ),
  }
}
