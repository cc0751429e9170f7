import { z } from 'zod'
import type { DomainEvent } from '#shared/domain-events.ts'

/** What is sent to partners, and when (docs/partners.md). */
export const eventTypes = [
  'order.created',
  'order.canceled',
  'shipment.shipped',
  'shipment.delivered',
  'refund.created',
  'subscription.created',
  'subscription.changed',
  'subscription.paused',
  'subscription.canceled',
  'subscription.payment_failed',
  'subscription.payment_recovered',
  'dispute.opened',
  'dispute.closed',
  'member.created',
  'member.changed',
  'member.erased',
  'member.consent_changed',
] as const

export type EventType = (typeof eventTypes)[number]

export const EventTypeName = z.enum(eventTypes)

/** What an event is about: each has a view of its own with the facts that are sent. */
export type EventSubject = 'order' | 'shipment' | 'refund' | 'subscription' | 'dispute' | 'member' | 'consent'

/** An event that is to be recorded. */
export interface SubjectEvent {
  readonly type: EventType
  readonly subject: EventSubject
  readonly subjectId: string
}

const ofOrder = (type: EventType, subjectId: string): SubjectEvent => ({ type, subject: 'order', subjectId })
const ofShipment = (type: EventType, subjectId: string): SubjectEvent => ({
  type,
  subject: 'shipment',
  subjectId,
})
const ofDispute = (type: EventType, subjectId: string): SubjectEvent => ({
  type,
  subject: 'dispute',
  subjectId,
})
const ofSubscription = (type: EventType, subjectId: string): SubjectEvent => ({
  type,
  subject: 'subscription',
  subjectId,
})

const ofMember = (type: EventType, subjectId: string): SubjectEvent => ({
  type,
  subject: 'member',
  subjectId,
})

/** The type for a change that a member or staff made. */
const typeOfAction = (action: string): EventType => {
  if (action === 'cancel') return 'subscription.canceled'
  return action === 'pause' ? 'subscription.paused' : 'subscription.changed'
}

/** The type for a state change without a request, such as an expiry. */
const typeOfState = (
  state: Extract<DomainEvent, { readonly kind: 'subscription-state-changed' }>['state'],
): EventType => {
  if (state === 'paused') return 'subscription.paused'
  return state === 'active' || state === 'future' ? 'subscription.changed' : 'subscription.canceled'
}

const sentKinds = [
  'order-placed', 'renewal-charged', 'order-canceled', 'shipment-shipped', 'shipment-delivered', 'refund-settled',
  'subscription-started', 'subscription-terms-changed', 'subscription-state-changed', 'renewal-declined',
  'renewal-recovered', 'dispute-opened', 'dispute-closed', 'account-opened', 'account-changed', 'email-changed',
  'account-deleted', 'consent-changed',
] as const // prettier-ignore

type SentKind = (typeof sentKinds)[number]

/** An event of one kind; a form of events may be that of several kinds. */
type EventOf<Kind extends SentKind> = DomainEvent extends infer Event
  ? Event extends { readonly kind: infer Own }
    ? Kind extends Own
      ? Event & { readonly kind: Kind }
      : never
    : never
  : never

type SentEvent = EventOf<SentKind>

const isSent = (event: DomainEvent): event is SentEvent => sentKinds.some((kind) => kind === event.kind)

const subjectEventOf = (event: SentEvent): SubjectEvent => {
  switch (event.kind) {
    case 'order-placed':
    case 'renewal-charged':
      return ofOrder('order.created', event.orderId)
    case 'order-canceled':
      return ofOrder('order.canceled', event.orderId)
    case 'shipment-shipped':
      return ofShipment('shipment.shipped', event.shipmentId)
    case 'shipment-delivered':
      return ofShipment('shipment.delivered', event.shipmentId)
    case 'refund-settled':
      return { type: 'refund.created', subject: 'refund', subjectId: event.refundId }
    case 'subscription-started':
      return ofSubscription('subscription.created', event.subscriptionId)
    case 'subscription-terms-changed':
      return ofSubscription(typeOfAction(event.action), event.subscriptionId)
    case 'subscription-state-changed':
      return ofSubscription(typeOfState(event.state), event.subscriptionId)
    case 'renewal-declined':
      return ofSubscription('subscription.payment_failed', event.subscriptionId)
    case 'renewal-recovered':
      return ofSubscription('subscription.payment_recovered', event.subscriptionId)
    case 'dispute-opened':
      return ofDispute('dispute.opened', event.disputeId)
    case 'dispute-closed':
      return ofDispute('dispute.closed', event.disputeId)
    case 'account-opened':
      return ofMember('member.created', event.accountId)
    case 'account-changed':
    case 'email-changed':
      return ofMember('member.changed', event.accountId)
    case 'account-deleted':
      return ofMember('member.erased', event.accountId)
    case 'consent-changed':
      return { type: 'member.consent_changed', subject: 'consent', subjectId: event.accountId }
    default:
      return event satisfies never
  }
}

/** What is sent to partners of these events; most events stay in the shop. */
export const subjectEventsOf = (events: readonly DomainEvent[]): readonly SubjectEvent[] =>
  events.filter(isSent).map(subjectEventOf)
