import type { DomainEvent } from '#shared/domain-events.ts'
import { isOnboarding } from '#survey/rules/onboarding.ts'
import { bookRefund } from '#order/server/orders.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { applyRefund, holdWhileRefunding } from '#withdrawal/server/refunded-shipments.ts'
import type { Jobs, NewJob } from '#platform/jobs.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { accountJobsFor, isAccountEvent } from './account-mail-jobs.ts'
import { analyticsEventsIn } from './analytics-jobs.ts'
import type { ShopJobPayloads } from './job-payloads.ts'

type Job = NewJob<ShopJobPayloads>

type SubscriptionEvent = Extract<DomainEvent, { readonly changeId: string; readonly side: string }>

const mailEvents = [
  'refund-settled', 'gift-mail', 'message-left', 'cart-left', 'letter-due', 'letter-tried', 'newsletter-asked',
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
    case 'message-left':
      return { kind: 'mail: message', payload: { messageId: event.messageId } }
    case 'cart-left': {
      const { subscriberId, cartId } = event
      return { kind: 'mail: cart reminder', payload: { subscriberId, cartId } }
    }
    case 'letter-due': {
      const { issueId, subscriberId } = event
      return { kind: 'mail: letter', payload: { issueId, subscriberId } }
    }
    case 'letter-tried': {
      const { issueId, email } = event
      return { kind: 'mail: letter test', payload: { issueId, email } }
    }
    case 'newsletter-asked':
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

/** What follows from what a room announced. */
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
    case 'password-asked':
      return [passwordJob(event)]
    case 'survey-completed':
      return profileJobs(event)
    case 'events-to-tell':
    case 'subscription-steered':
    case 'renewal-recovered':
    case 'refund-refused':
    case 'card-kept':
    case 'order-taken-back':
    case 'withdrawal-received':
      return followUpJobsFor(event)
    default:
      return event satisfies never
  }
}

const passwordJob = ({ accountId, reason }: Extract<DomainEvent, { kind: 'password-asked' }>): Job => ({
  kind: 'mail: set password',
  payload: { accountId, reason },
})

type FollowUpEvent = Extract<
  DomainEvent,
  {
    readonly kind:
      | 'card-kept'
      | 'order-taken-back'
      | 'withdrawal-received'
      | 'events-to-tell'
      | 'subscription-steered'
      | 'renewal-recovered'
      | 'refund-refused'
  }
>

/** What is done besides mails. */
const followUpJobsFor = (event: FollowUpEvent): readonly Job[] => {
  switch (event.kind) {
    case 'card-kept':
      return [{ kind: 'card: pay subscriptions', payload: { cardRequestId: event.cardRequestId } }]
    case 'order-taken-back':
      return [{ kind: 'order: take back', payload: { orderId: event.orderId } }]
    case 'events-to-tell':
      return [{ kind: 'analytics: tell', payload: { batchId: event.batchId } }]
    case 'withdrawal-received': {
      const { withdrawalId } = event
      return [
        { kind: 'mail: withdrawal', payload: { withdrawalId } },
        { kind: 'withdrawal: end subscriptions', payload: { withdrawalId } },
      ]
    }
    // Counted (`event-jobs.ts`), and nothing else.
    case 'subscription-steered':
    case 'renewal-recovered':
    // The parcel may leave again, and operators see the refund.
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

/** Writes what follows from a transaction's announcements inside that transaction: the books of refunds, and all jobs in one statement. */
export const createEventHandler =
  (jobs: Jobs<ShopJobPayloads>): AppDeps['handleEvents'] =>
  async (tx, events) => {
    for (const event of events) {
      if (event.kind === 'refund-refused') await holdWhileRefunding(tx, event.orderId)
      if (event.kind !== 'refund-settled') continue
      const { orderId } = event
      const recorded = await bookRefund(tx, event)
      if (recorded.isFullyRefunded) await refundTerms(tx, orderId)
      await applyRefund(tx, orderId, recorded)
    }
    const analyticsEvents = await analyticsEventsIn(tx, events)
    const reports = analyticsEvents.map((payload) => ({ kind: 'analytics: report' as const, payload }))
    await jobs.add(tx, [...events.flatMap(jobsFor), ...reports])
  }
