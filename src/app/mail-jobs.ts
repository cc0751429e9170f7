import { accountById, mintLink, wantsMail } from '#account/server/accounts.ts'
import { newAccountLinkLifetime, recoveryLinkLifetime } from '#account/rules/session-limits.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { invoiceLink } from '#invoice/server/invoices.ts'
import { orderById } from '#order/server/orders.ts'
import type { Order } from '#order/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { parsePrice } from '#shared/money.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { Mailer } from '#platform/mail.ts'
import { inTransaction } from '#platform/transaction.ts'
import { subscriptionSnapshot } from '#subscription/server/change-history.ts'
import { owedTotal } from '#subscription/server/owed-order.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { createAccountMailJobs } from './account-mail-jobs.ts'
import type { ShopJobPayloads } from './job-payloads.ts'
import { createGiftMailJobs, giftShippedMails, mailedGift } from './gift-mail-jobs.ts'
import { createNewsletterMailJobs } from './newsletter-mail-jobs.ts'
import { createRefundMailJobs } from './refund-mail-jobs.ts'
import { createCardJobs } from './card-payments.ts'
import { createWithdrawalJobs } from './withdrawal-jobs.ts'
import { mailedOrder, mailedSubscription } from './mail-facts.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { createNoticeMailJobs } from './notice-mail-jobs.ts'
import { orderConfirmation } from './mails/order-confirmation.ts'
import { orderShipped } from './mails/order-shipped.ts'
import { renderMail } from './mails/render-mail.ts'
import { renewalCharged } from './mails/renewal-charged.ts'
import { renewalDeclined } from './mails/renewal-declined.ts'
import { setPassword } from './mails/set-password.ts'
import { subscriptionCanceled } from './mails/subscription-canceled.ts'
import { subscriptionChanged } from './mails/subscription-changed.ts'

interface MailServices extends RenewalTools {
  readonly mailer: Mailer
}

interface PasswordRequest {
  readonly accountId: string
  readonly reason: 'new-account' | 'recover'
}

type Send = (
  id: string,
  to: string,
  document: MailDocument,
  headers?: Readonly<Record<string, string>>,
) => Promise<void>

const dayOf = (instant: string): string => dateIn(Temporal.Instant.from(instant), brand.timeZone).toString()

const startedBy = async (services: MailServices, order: Order): Promise<Subscription[]> => {
  const ids = order.lines.flatMap((line) => (line.subscription_id === null ? [] : [line.subscription_id]))
  const found = await Promise.all(ids.map((id) => subscriptionById(services, id)))
  return found.filter((subscription) => subscription !== null)
}

interface OrderMail {
  readonly orderId: string
  readonly accountId: string
}

/** The mail after a renewal; the end of a subscription is mailed even to members who turned renewal mails off. */
const mailRenewal = async (
  services: MailServices,
  send: Send,
  { orderId, accountId }: OrderMail,
): Promise<void> => {
  const { deps } = services
  const order = await orderById(deps.database, orderId)
  const [subscription] = await startedBy(services, order)
  // Not of an earlier order whose mail is late.
  const isLatest = subscription?.last_order_on === dayOf(order.placed_at)
  const hasExpired = subscription?.state === 'expired' && isLatest
  if (!hasExpired && !(await wantsMail(deps.database, accountId, 'renewal-charged'))) return
  const mailed = mailedOrder(order, await listPlans(deps))
  const nextOn = subscription?.next_order_on ?? null
  const invoice = await invoiceLink(deps, orderId)
  const facts = {
    order: mailed,
    invoice,
    chargedOn: dayOf(order.placed_at),
    nextOn,
    hasExpired,
    manageUrl: `${deps.publicUrl}/account/subscriptions`,
  }
  await send(`renewal-${orderId}`, order.email, renewalCharged(facts))
}

const orderMails = (services: MailServices, send: Send) => {
  const { deps } = services
  const manageUrl = `${deps.publicUrl}/account/subscriptions`
  return {
    'mail: order confirmation': async ({ orderId }: { orderId: string }) => {
      const order = await orderById(deps.database, orderId)
      const subscriptions = (await startedBy(services, order)).flatMap(mailedSubscription)
      const facts = {
        order: mailedOrder(order, await listPlans(deps)),
        invoice: await invoiceLink(deps, orderId),
        placedOn: dayOf(order.placed_at),
        terms: order.terms,
        subscriptions,
        manageUrl,
        withdrawUrl: `${deps.publicUrl}/withdraw?number=${order.number}`,
        gift: await mailedGift(deps, order),
      }
      await send(`confirmation-${orderId}`, order.email, orderConfirmation(facts))
    },
    'mail: order shipped': async ({ orderId, accountId }: OrderMail) => {
      const order = await orderById(deps.database, orderId)
      const isWanted = await wantsMail(deps.database, accountId, 'order-shipped')
      if (order.kind === 'gift') return giftShippedMails(deps, send, order, isWanted)
      if (!isWanted) return
      const ordersUrl = `${deps.publicUrl}/account/orders`
      const document = orderShipped({ ...order, shipTo: order.address, ordersUrl })
      await send(`shipped-${orderId}`, order.email, document)
    },
    'mail: renewal charged': (payload: OrderMail) => mailRenewal(services, send, payload),
  }
}

const accountMails = (services: MailServices, send: Send) => {
  const { deps } = services
  return {
    'mail: renewal declined': async (payload: {
      subscriptionId: string
      accountId: string
      cycle: number
    }) => {
      const subscription = await subscriptionById(services, payload.subscriptionId)
      const account = await accountById(deps.database, payload.accountId)
      // Recovered meanwhile, or given up: there is nothing to pay.
      if (!subscription?.payment_problem || !account) return
      const { plan, currency, card, payment_problem: problem } = subscription
      const facts = {
        name: plan.name,
        amountCents: parsePrice(await owedTotal(services, payload.subscriptionId)),
        currency,
        card,
        problem: problem.message,
        nextAttemptOn: problem.next_try_on,
        state: subscription.state,
        updateCardUrl: problem.update_card_url,
        linkDays: services.dunning.link_days,
      }
      const id = `declined-${subscription.id}-${payload.cycle}-${subscription.next_attempt_on ?? 'ended'}`
      await send(id, account.email, renewalDeclined(facts))
    },
    'mail: set password': async (payload: PasswordRequest, { id }: { id: string }) => {
      const { accountId, reason } = payload
      const account = await accountById(deps.database, accountId)
      if (!account) return
      const life = reason === 'new-account' ? newAccountLinkLifetime : recoveryLinkLifetime
      const token = await inTransaction(deps, (tx) => mintLink(tx, accountId, 'set-password', life))
      const url = `${deps.publicUrl}/set-password?token=${token}`
      const validHours = life.total('hours')
      // A job that runs again replaces its mail; the link of the first one works like that of the second.
      await send(`set-password-${id}`, account.email, setPassword({ reason, url, validHours }))
    },
  }
}

interface SubscriptionMail {
  readonly accountId: string
  readonly subscriptionId: string
  readonly changeId: string
  readonly side: 'after' | 'before'
}

/** These mails speak of the change they are about, however late they are written. */
const subscriptionMails = (services: MailServices, send: Send) => {
  const { deps } = services
  const manageUrl = `${deps.publicUrl}/account/subscriptions`
  const factsOf = async ({ subscriptionId, accountId, changeId, side }: SubscriptionMail) => {
    const snapshot = await subscriptionSnapshot(services, subscriptionId, changeId, side)
    const account = await accountById(deps.database, accountId)
    return snapshot && account ? { ...snapshot, email: account.email } : null
  }
  return {
    'mail: subscription canceled': async (payload: SubscriptionMail) => {
      const facts = await factsOf(payload)
      if (!facts || facts.canceledAt === null) return
      const cancelOrderUrl = `${manageUrl}/${payload.subscriptionId}?done=${payload.changeId}`
      const canceledOn = dayOf(facts.canceledAt)
      const document = subscriptionCanceled({ ...facts, canceledOn, manageUrl, cancelOrderUrl })
      await send(`canceled-${payload.changeId}`, facts.email, document)
    },
    'mail: subscription changed': async (payload: SubscriptionMail) => {
      const facts = await factsOf(payload)
      if (!facts) return
      await send(
        `changed-${payload.changeId}-${payload.side}`,
        facts.email,
        subscriptionChanged({ ...facts, manageUrl }),
      )
    },
  }
}

type MailJobs = Omit<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report'
>

/** The worker's jobs for each kind of mail: gather the facts through the modules' public APIs, render, send. */
export const createMailJobs = (services: MailServices): MailJobs => {
  const send: Send = async (id, to, document, headers) => {
    await services.mailer.send({ id, to, ...(headers ? { headers } : {}), ...(await renderMail(document)) })
    services.deps.reachCrashPoint('mail: sent')
  }
  return {
    ...orderMails(services, send),
    ...accountMails(services, send),
    ...subscriptionMails(services, send),
    ...createRefundMailJobs(services.deps, send),
    ...createWithdrawalJobs(services),
    ...createGiftMailJobs(services.deps, send),
    ...createNoticeMailJobs(services.deps, send),
    ...createCardJobs(services),
    ...createNewsletterMailJobs(services),
    ...createAccountMailJobs(services.deps, send),
  }
}
