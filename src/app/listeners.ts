import type { Announcement } from '#shared/announcements.ts'
import { isOnboarding } from '#survey/rules/onboarding.ts'
import { bookRefund } from '#order/server/orders.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { followRefund, holdWhileRefunding } from '#withdrawal/server/refunded-parcels.ts'
import type { Jobs, NewJob } from '#platform/jobs.ts'
import type { World } from '#platform/world.ts'
import { accountJobsFor, isOfAccount } from './account-mail-jobs.ts'
import { happeningsIn } from './event-jobs.ts'
import type { ShopJobShapes } from './job-shapes.ts'

type Job = NewJob<ShopJobShapes>

type SubscriptionAnnouncement = Extract<Announcement, { readonly changeId: string; readonly side: string }>

const letterKinds = [
  'refund-settled', 'gift-mail', 'message-left', 'cart-left', 'letter-due', 'letter-tried', 'newsletter-asked',
  'newsletter-joined',
] as const // prettier-ignore

type LetterAnnouncement = Extract<Announcement, { readonly kind: (typeof letterKinds)[number] }>

const isLetter = (announcement: Announcement): announcement is LetterAnnouncement =>
  letterKinds.some((kind) => kind === announcement.kind)

const letterJobFor = (announcement: LetterAnnouncement): Job => {
  switch (announcement.kind) {
    case 'refund-settled':
      return { kind: 'mail: refund', payload: { refundId: announcement.refundId } }
    case 'gift-mail':
      return { kind: 'mail: gift', payload: { giftId: announcement.giftId, mail: announcement.mail } }
    case 'message-left':
      return { kind: 'mail: message', payload: { messageId: announcement.messageId } }
    case 'cart-left': {
      const { subscriberId, cartId } = announcement
      return { kind: 'mail: cart reminder', payload: { subscriberId, cartId } }
    }
    case 'letter-due': {
      const { letterId, subscriberId } = announcement
      return { kind: 'mail: letter', payload: { letterId, subscriberId } }
    }
    case 'letter-tried': {
      const { letterId, email } = announcement
      return { kind: 'mail: letter test', payload: { letterId, email } }
    }
    case 'newsletter-asked':
      return { kind: 'mail: newsletter confirm', payload: { subscriberId: announcement.subscriberId } }
    case 'newsletter-joined':
      return { kind: 'mail: newsletter welcome', payload: { subscriberId: announcement.subscriberId } }
    default:
      return announcement satisfies never
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
const jobsFor = (announcement: Announcement): readonly Job[] => {
  if (isLetter(announcement)) return [letterJobFor(announcement)]
  if (isOfAccount(announcement)) return accountJobsFor(announcement)
  switch (announcement.kind) {
    case 'order-placed':
    case 'order-shipped':
    case 'renewal-charged':
      return [{ kind: orderMails[announcement.kind], payload: orderOf(announcement) }]
    case 'renewal-declined':
      return [{ kind: 'mail: renewal declined', payload: declinedOf(announcement) }]
    case 'notice-due':
      return [{ kind: 'mail: subscription notice', payload: { noticeId: announcement.noticeId } }]
    case 'subscription-canceled':
    case 'subscription-changed':
      return [{ kind: subscriptionMails[announcement.kind], payload: subscriptionOf(announcement) }]
    case 'password-asked':
      return [passwordJob(announcement)]
    case 'survey-completed':
      return profileJobs(announcement)
    case 'events-to-tell':
    case 'subscription-steered':
    case 'renewal-recovered':
    case 'refund-refused':
    case 'card-kept':
    case 'order-taken-back':
    case 'withdrawal-received':
      return jobsAfterwards(announcement)
    default:
      return announcement satisfies never
  }
}

const passwordJob = ({ accountId, reason }: Extract<Announcement, { kind: 'password-asked' }>): Job => ({
  kind: 'mail: set password',
  payload: { accountId, reason },
})

type Afterwards = Extract<
  Announcement,
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
const jobsAfterwards = (announcement: Afterwards): readonly Job[] => {
  switch (announcement.kind) {
    case 'card-kept':
      return [{ kind: 'card: pay subscriptions', payload: { cardRequestId: announcement.cardRequestId } }]
    case 'order-taken-back':
      return [{ kind: 'order: take back', payload: { orderId: announcement.orderId } }]
    case 'events-to-tell':
      return [{ kind: 'analytics: tell', payload: { batchId: announcement.batchId } }]
    case 'withdrawal-received': {
      const { withdrawalId } = announcement
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
      return announcement satisfies never
  }
}

const profileJobs = ({
  accountId,
  survey,
}: Extract<Announcement, { kind: 'survey-completed' }>): readonly Job[] =>
  isOnboarding(survey) ? [{ kind: 'loyalty: profile completed', payload: { accountId } }] : []

const orderOf = ({ orderId, accountId }: { readonly orderId: string; readonly accountId: string }) => ({
  orderId,
  accountId,
})

const declinedOf = ({
  subscriptionId,
  accountId,
  cycle,
}: Extract<Announcement, { readonly kind: 'renewal-declined' }>) => ({ subscriptionId, accountId, cycle })

const subscriptionOf = ({ subscriptionId, accountId, changeId, side }: SubscriptionAnnouncement) => ({
  subscriptionId,
  accountId,
  changeId,
  side,
})

/** Writes what follows from a transaction's announcements inside that transaction: the books of refunds, and all jobs in one statement. */
export const createListener =
  (jobs: Jobs<ShopJobShapes>): World['listen'] =>
  async (work, announcements) => {
    for (const announcement of announcements) {
      if (announcement.kind === 'refund-refused') await holdWhileRefunding(work, announcement.orderId)
      if (announcement.kind !== 'refund-settled') continue
      const { orderId } = announcement
      const booked = await bookRefund(work, announcement)
      if (booked.isWhole) await refundTerms(work, orderId)
      await followRefund(work, orderId, booked)
    }
    const happenings = await happeningsIn(work, announcements)
    const reports = happenings.map((payload) => ({ kind: 'analytics: report' as const, payload }))
    await jobs.add(work, [...announcements.flatMap(jobsFor), ...reports])
  }
