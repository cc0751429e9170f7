import { z } from 'zod'
import { accountById, wantsMail } from '#account/server/accounts.ts'
import { createMailStopLinks } from '#account/server/mail-stop-links.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { dayOf, mailedOrder, createOrderReads } from '#order/mails/mail-facts.ts'
import type { OrderReads } from '#order/mails/mail-facts.ts'
import { wireRange } from '#shared/date-range.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { unsubscribeHeaders } from '#platform/mail-document.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { together } from '#platform/gathered.ts'
import { subscriptionSnapshot } from '#subscription/change/server/change-history.ts'
import type { Locale } from '#shared/locale.ts'
import { ruleText } from '#subscription/notice/rules/jurisdiction.ts'
import { noticeSent, noticeToSend } from '#subscription/notice/server/notices.ts'
import type { NoticeToSend } from '#subscription/notice/server/notices.ts'
import { problemMessage } from '#subscription/dunning/rules/dunning.ts'
import { owedCents } from '#subscription/owed-order/server/owed-order.ts'
import type { NoticeDeps } from '#subscription/renewal/server/notices-due.ts'
import type { RenewalDeps } from '#subscription/renewal/server/renew-due.ts'
import { subscriptionById } from '../server/subscriptions.ts'
import { changedByStaff } from './changed-by-staff.ts'
import { renewalCharged, renewalDeclined } from './renewal-mails.ts'
import { subscriptionCanceled } from './subscription-canceled.ts'
import { subscriptionChanged } from './subscription-changed.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { subscriptionNotice } from './subscription-notice.ts'

const DeclinedRenewal = z.object({ subscriptionId: z.uuid(), accountId: z.uuid(), cycle: z.number().int() })
type DeclinedRenewal = z.output<typeof DeclinedRenewal>

const SubscriptionMail = z.object({
  subscriptionId: z.uuid(),
  accountId: z.uuid(),
  changeId: z.uuid(),
  side: z.enum(['after', 'before']),
})
type SubscriptionMail = z.output<typeof SubscriptionMail>

export const subscriptionMailPayloads = {
  'mail: renewal charged': z.object({ orderId: z.uuid(), accountId: z.uuid() }),
  'mail: renewal declined': DeclinedRenewal,
  'mail: subscription notice': z.object({ noticeId: z.uuid() }),
  'mail: subscription canceled': SubscriptionMail,
  'mail: subscription changed': SubscriptionMail,
  'mail: subscription changed by staff': z.object({
    subscriptionId: z.uuid(),
    accountId: z.uuid(),
    changeId: z.uuid(),
  }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const subscriptionMails = {
  'renewal-charged': ({ orderId, accountId }) => [
    { kind: 'mail: renewal charged', payload: { orderId, accountId } },
  ],
  'renewal-declined': ({ subscriptionId, accountId, cycle }) => [
    { kind: 'mail: renewal declined', payload: { subscriptionId, accountId, cycle } },
  ],
  'notice-due': ({ noticeId }) => [{ kind: 'mail: subscription notice', payload: { noticeId } }],
  'subscription-canceled': ({ subscriptionId, accountId, changeId, side }) => [
    { kind: 'mail: subscription canceled', payload: { subscriptionId, accountId, changeId, side } },
  ],
  'subscription-changed': ({ subscriptionId, accountId, changeId, side }) => [
    { kind: 'mail: subscription changed', payload: { subscriptionId, accountId, changeId, side } },
  ],
  'subscription-changed-by-staff': ({ subscriptionId, accountId, changeId }) => [
    { kind: 'mail: subscription changed by staff', payload: { subscriptionId, accountId, changeId } },
  ],
} satisfies Partial<JobsByEvent<typeof subscriptionMailPayloads>>

/** The mail after a renewal; the end of a subscription is mailed even to members who turned renewal mails off. */
const mailRenewal = async (
  { deps }: RenewalDeps,
  read: OrderReads,
  send: SendMail,
  { orderId, accountId }: { readonly orderId: string; readonly accountId: string },
): Promise<void> => {
  const [order, invoice, isWanted] = await together([
    read.order(orderId),
    read.invoice(orderId),
    read.wantsRenewalMail(accountId),
  ])
  const [subscription, arrives, plans, locale] = await together([
    read.subscription(order),
    read.arrival(order),
    listPlans(deps, order.currency),
    read.locale(order),
  ])
  // Not of an earlier order whose mail is late.
  const isLatest = subscription?.lastOrderOn === dayOf(order.placedAt)
  const hasExpired = subscription?.terms.state === 'expired' && isLatest
  if (!hasExpired && !isWanted) return
  const nextOn = subscription?.nextOrderOn ?? null
  const facts = {
    order: mailedOrder(order, plans),
    arrives: arrives && wireRange(arrives),
    invoice,
    chargedOn: dayOf(order.placedAt),
    nextOn,
    hasExpired,
    manageUrl: `${deps.publicUrl}/account/subscriptions`,
  }
  const about = { order, kind: 'renewal-charged' } as const
  await send(`renewal-${orderId}`, order.email, renewalCharged(facts, locale), { about })
}

const declinedMail = (services: RenewalDeps, send: SendMail) => async (payload: DeclinedRenewal) => {
  const subscription = await subscriptionById(services, payload.subscriptionId)
  const account = await accountById(services.deps.database, payload.accountId)
  // Recovered meanwhile, or given up: there is nothing to pay.
  if (!subscription?.problem || !account) return
  const { name, terms, card, problem } = subscription
  const facts = {
    name,
    amountCents: await owedCents(services, payload.subscriptionId),
    currency: terms.currency,
    card: problem.declinedCard ?? card,
    nextCard: problem.declinedCard?.id === terms.paymentMethodId ? null : card,
    problem: problemMessage(problem.declineKind, account.locale),
    asksToConfirm: problem.asksToConfirm,
    nextAttemptOn: problem.nextTryOn,
    state: terms.state,
    updateCardUrl: problem.updateCardUrl,
    linkDays: services.dunning.link_days,
  }
  const id = `declined-${subscription.id}-${payload.cycle}-${terms.nextAttemptOn ?? 'ended'}`
  await send(id, account.email, renewalDeclined(facts, account.locale))
}

/** These mails speak of the change they are about, however late they are written. */
const changeMails = (services: RenewalDeps, send: SendMail) => {
  const { deps } = services
  const manageUrl = `${deps.publicUrl}/account/subscriptions`
  const factsOf = async ({ subscriptionId, accountId, changeId, side }: SubscriptionMail) => {
    const snapshot = await subscriptionSnapshot(services, subscriptionId, changeId, side)
    const account = await accountById(deps.database, accountId)
    return snapshot && account ? { ...snapshot, email: account.email, locale: account.locale } : null
  }
  const pageOf = ({ subscriptionId, changeId }: SubscriptionMail): string =>
    `${manageUrl}/${subscriptionId}?done=${changeId}`
  return {
    'mail: subscription canceled': async (payload: SubscriptionMail) => {
      const facts = await factsOf(payload)
      if (!facts || facts.canceledAt === null) return
      const cancelOrderUrl = pageOf(payload)
      const canceledOn = dayOf(Temporal.Instant.from(facts.canceledAt))
      const document = subscriptionCanceled({ ...facts, canceledOn, manageUrl, cancelOrderUrl }, facts.locale)
      await send(`canceled-${payload.changeId}`, facts.email, document)
    },
    'mail: subscription changed': async (payload: SubscriptionMail) => {
      const facts = await factsOf(payload)
      if (!facts) return
      await send(
        `changed-${payload.changeId}-${payload.side}`,
        facts.email,
        subscriptionChanged({ ...facts, manageUrl, cancelOrderUrl: pageOf(payload) }, facts.locale),
      )
    },
    'mail: subscription changed by staff': async (payload: Omit<SubscriptionMail, 'side'>) => {
      const facts = await factsOf({ ...payload, side: 'after' })
      if (!facts?.staff) return
      const document = changedByStaff(
        { ...facts, staff: facts.staff, manageUrl: pageOf({ ...payload, side: 'after' }) },
        facts.locale,
      )
      await send(`staff-changed-${payload.changeId}`, facts.email, document)
    },
  }
}

interface MailedNotice extends Pick<NoticeToSend, 'kind' | 'subscriptionId' | 'content'> {
  readonly locale: Locale
}

/** The mail of a notice. `stopUrl`: of one that can be stopped. */
export const noticeDocument = (
  { deps, jurisdictions }: Pick<NoticeDeps, 'deps' | 'jurisdictions'>,
  { kind, subscriptionId, content, locale }: MailedNotice,
  stopUrl: string | null = null,
): MailDocument =>
  subscriptionNotice(
    {
      ...content,
      texts: content.texts.map((text) => ruleText(jurisdictions, text, locale)),
      kind,
      manageUrl: `${deps.publicUrl}/account/subscriptions/${subscriptionId}`,
      stopUrl,
    },
    locale,
  )

/** Notices that the law or the shop promises are sent whatever the mail settings are; order reminders can be stopped. */
const noticeMail =
  (services: NoticeDeps, send: SendMail) =>
  async ({ noticeId }: { readonly noticeId: string }): Promise<void> => {
    const { deps } = services
    const notice = await noticeToSend(deps, noticeId)
    const account = notice && (await accountById(deps.database, notice.accountId))
    if (!notice || !account) return
    const { accountId, kind } = notice
    const isReminder = kind === 'reminder'
    if (isReminder && !(await wantsMail(deps.database, accountId, 'order-reminder'))) return
    const stopUrl = isReminder ? createMailStopLinks(deps, 'order-reminder').urlOf(accountId) : null
    await send(
      `notice-${noticeId}`,
      account.email,
      noticeDocument(services, { ...notice, locale: account.locale }, stopUrl),
      stopUrl === null ? undefined : { headers: unsubscribeHeaders(stopUrl) },
    )
    await noticeSent(deps, noticeId)
  }

/** Mails of subscriptions: renewals, declined cards, changes and notices. */
export const createSubscriptionMailJobs = (
  services: RenewalDeps & NoticeDeps,
  send: SendMail,
): JobHandlers<typeof subscriptionMailPayloads> => {
  const read = createOrderReads(services)
  return {
    'mail: renewal charged': (payload) => mailRenewal(services, read, send, payload),
    'mail: renewal declined': declinedMail(services, send),
    'mail: subscription notice': noticeMail(services, send),
    ...changeMails(services, send),
  }
}
