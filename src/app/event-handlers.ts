import type { DomainEvent } from '#shared/domain-events.ts'
import { isOnboarding } from '#survey/rules/survey-steps.ts'
import { recordRefund } from '#order/server/orders.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { applyRefund, holdWhileRefunding } from '#withdrawal/server/operator-refunds.ts'
import type { Jobs, NewJob } from '#platform/jobs.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { accountJobsFor, isAccountEvent } from '#account/mails/account-mail-jobs.ts'
import { analyticsEventsIn } from './analytics-jobs.ts'
import type { ShopJobPayloads } from './job-payloads.ts'

type Job = NewJob<ShopJobPayloads>

type SubscriptionEvent = Extract<DomainEvent, { readonly changeId: string; readonly side: string }>

const mailEvents = [
  'refund-settled', 'gift-mail', 'contact-message-received', 'cart-abandoned', 'newsletter-issue-due', 'newsletter-test-requested', 'newsletter-confirmation-requested',
  'newsletter-joined',
] as const // prettier-ignore

type MailEvent = Extract<DomainEvent, { readonly kind: (typeof mailEvents)[number] }>

const isMailEvent = (event: DomainEvent): event is MailEvent => mailEvents.some((kind) => kind === event.kind)

const mailJobFor = (event: MailEvent): Job => {
  switch (event.kind) {
    case 'refund-settled':
      return { kind: 'mail: refund', payload: { refundId: event.refundId } }
    case 'gift-mail':
      return { kind: 'mail: gift', payload: { giftId: event.giftId, mail: event.mail } }
    case 'contact-message-received':
      return { kind: 'mail: message', payload: { messageId: event.messageId } }
    case 'cart-abandoned': {
      const { subscriberId, cartId } = event
      return { kind: 'mail: cart reminder', payload: { subscriberId, cartId } }
    }
    case 'newsletter-issue-due': {
      const { issueId, subscriberId } = event
      return { kind: 'mail: newsletter issue', payload: { issueId, subscriberId } }
    }
    case 'newsletter-test-requested': {
      const { issueId, email } = event
      return { kind: 'mail: newsletter test', payload: { issueId, email } }
    }
    case 'newsletter-confirmation-requested':
      return { kind: 'mail: newsletter confirm', payload: { subscriberId: event.subscriberId } }
    case 'newsletter-joined':
      return { kind: 'mail: newsletter welcome', payload: { subscriberId: event.subscriberId } }
    default:
      return event satisfies never
  }
}

const orderMails = {
  'order-placed': 'mail: order confirmation',
  'order-shipped': 'mail: order shipped',
  'renewal-charged': 'mail: renewal charged',
} as const

const subscriptionMails = {
  'subscription-canceled': 'mail: subscription canceled',
  'subscription-changed': 'mail: subscription changed',
} as const

/** The jobs that follow from an event. */
const jobsFor = (event: DomainEvent): readonly Job[] => {
  if (isMailEvent(event)) return [mailJobFor(event)]
  if (isAccountEvent(event)) return accountJobsFor(event)
  switch (event.kind) {
    case 'order-placed':
    case 'order-shipped':
    case 'renewal-charged':
      return [{ kind: orderMails[event.kind], payload: orderOf(event) }]
    case 'renewal-declined':
      return [{ kind: 'mail: renewal declined', payload: declinedOf(event) }]
    case 'notice-due':
      return [{ kind: 'mail: subscription notice', payload: { noticeId: event.noticeId } }]
    case 'subscription-canceled':
    case 'subscription-changed':
      return [{ kind: subscriptionMails[event.kind], payload: subscriptionOf(event) }]
    case 'survey-completed':
      return profileJobs(event)
    case 'events-to-deliver':
    case 'subscription-terms-changed':
    case 'renewal-recovered':
    case 'refund-refused':
    case 'card-saved':
    case 'order-cancel-requested':
    case 'withdrawal-received':
      return followUpJobsFor(event)
    default:
      return event satisfies never
  }
}

type FollowUpEvent = Extract<
  DomainEvent,
  {
    readonly kind:
      | 'card-saved'
      | 'order-cancel-requested'
      | 'withdrawal-received'
      | 'events-to-deliver'
      | 'subscription-terms-changed'
      | 'renewal-recovered'
      | 'refund-refused'
  }
>

/** Jobs other than mails. */
const followUpJobsFor = (event: FollowUpEvent): readonly Job[] => {
  switch (event.kind) {
    case 'card-saved':
      return [{ kind: 'card: pay subscriptions', payload: { cardRequestId: event.cardRequestId } }]
    case 'order-cancel-requested':
      return [{ kind: 'order: cancel', payload: { orderId: event.orderId } }]
    case 'events-to-deliver':
      return [{ kind: 'analytics: deliver', payload: { batchId: event.batchId } }]
    case 'withdrawal-received': {
      const { withdrawalId } = event
      return [
        { kind: 'mail: withdrawal', payload: { withdrawalId } },
        { kind: 'withdrawal: end subscriptions', payload: { withdrawalId } },
      ]
    }
    // Counted (`event-jobs.ts`), and nothing else.
    case 'subscription-terms-changed':
    case 'renewal-recovered':
    // The shipment may be released, and operators see the refund.
    case 'refund-refused':
      return []
    default:
      return event satisfies never
  }
}

const profileJobs = ({
  accountId,
  survey,
}: Extract<DomainEvent, { kind: 'survey-completed' }>): readonly Job[] =>
  isOnboarding(survey) ? [{ kind: 'loyalty: profile completed', payload: { accountId } }] : []

const orderOf = ({ orderId, accountId }: { readonly orderId: string; readonly accountId: string }) => ({
  orderId,
  accountId,
})

const declinedOf = ({
  subscriptionId,
  accountId,
  cycle,
}: Extract<DomainEvent, { readonly kind: 'renewal-declined' }>) => ({ subscriptionId, accountId, cycle })

const subscriptionOf = ({ subscriptionId, accountId, changeId, side }: SubscriptionEvent) => ({
  subscriptionId,
  accountId,
  changeId,
  side,
})

/**
 * Writes what follows from a transaction's events inside that transaction: the ledger entries of refunds, and all jobs
 * in one statement.
 */
export const createEventHandler =
  (jobs: Jobs<ShopJobPayloads>): AppDeps['handleEvents'] =>
  async (tx, events) => {
    for (const event of events) {
      if (event.kind === 'refund-refused') await holdWhileRefunding(tx, event.orderId)
      if (event.kind !== 'refund-settled') continue
      const { orderId } = event
      const recorded = await recordRefund(tx, event)
      if (recorded.isFullyRefunded) await refundTerms(tx, orderId)
      await applyRefund(tx, orderId, recorded)
    }
    const analyticsEvents = await analyticsEventsIn(tx, events)
    const reports = analyticsEvents.map((payload) => ({ kind: 'analytics: report' as const, payload }))
    await jobs.add(tx, [...events.flatMap(jobsFor), ...reports])
  }
