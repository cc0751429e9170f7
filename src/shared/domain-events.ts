import type { PageFact } from './page-facts.ts'
import type { PaymentSplit } from './payment-split.ts'

/** Changes of an account of which its member is notified by mail, in case it was somebody else. */
export const accountAlerts = [
  'password-changed', 'passkey-added', 'passkey-removed', 'google-connected', 'google-disconnected',
  'facebook-connected', 'facebook-disconnected', 'data-exported',
] as const // prettier-ignore

export type AccountAlert = (typeof accountAlerts)[number]

/**
 * Events that modules publish inside a transaction; each becomes jobs in the same transaction
 * (`<module>/mails`, `app/event-handlers.ts`). Ids only: the handler gathers the facts through the modules' public APIs.
 */
export type DomainEvent =
  | { readonly kind: 'notice-due'; readonly noticeId: string }
  | { readonly kind: 'order-placed'; readonly orderId: string; readonly accountId: string }
  /** A part of it has not shipped by the day that the shop promised. */
  | {
      /** Somebody asked for the confirmation again; `copy` names that mail. */
      readonly kind: 'order-mail-requested'
      readonly orderId: string
      readonly accountId: string
      readonly copy: string
    }
  | { readonly kind: 'order-late'; readonly orderId: string; readonly accountId: string }
  | {
      readonly kind: 'shipment-shipped' | 'shipment-delivered' | 'shipment-delayed'
      readonly shipmentId: string
      readonly orderId: string
      readonly accountId: string
    }
  | { readonly kind: 'order-canceled'; readonly orderId: string; readonly accountId: string }
  | { readonly kind: 'renewal-charged'; readonly orderId: string; readonly accountId: string }
  | {
      readonly kind: 'renewal-declined'
      readonly subscriptionId: string
      readonly accountId: string
      readonly cycle: number
    }
  | {
      readonly kind: 'subscription-canceled' | 'subscription-changed'
      readonly subscriptionId: string
      readonly accountId: string
      readonly changeId: string
      /** What applies now: the state after the change, or, when it was undone, the state before. */
      readonly side: 'after' | 'before'
    }
  /** Staff made a change for the member. */
  | {
      readonly kind: 'subscription-changed-by-staff'
      readonly subscriptionId: string
      readonly accountId: string
      readonly changeId: string
    }
  /** A member's change took effect, of any kind; one that placed an order takes effect when that is paid. */
  | {
      readonly kind: 'subscription-terms-changed'
      readonly subscriptionId: string
      readonly accountId: string
      readonly changeId: string
      readonly action: string
    }
  /** A purchase started it. */
  | { readonly kind: 'subscription-started'; readonly subscriptionId: string; readonly accountId: string }
  /** Its state changed automatically: its day has come, it had its last order, or all card retries failed. */
  | {
      readonly kind: 'subscription-state-changed'
      readonly subscriptionId: string
      readonly accountId: string
      readonly state: 'active' | 'future' | 'paused' | 'canceled' | 'expired' | 'failed'
    }
  /** A renewal was paid after its card had been refused. */
  | {
      readonly kind: 'renewal-recovered'
      readonly subscriptionId: string
      readonly accountId: string
      readonly orderId: string
    }
  | {
      readonly kind: 'password-link-requested'
      readonly accountId: string
      /** The account is new, by an order or by a claimed gift, or its member asked. */
      readonly reason: 'new-account' | 'guest-order' | 'gift' | 'recover'
    }
  /** Money went back to the card, or as credit; written in the transaction that records it. */
  | {
      readonly kind: 'refund-settled'
      readonly refundId: string
      readonly orderId: string
      readonly split: PaymentSplit
    }
  /** The bank sent a refund back that was done: the money is the shop's again, and its member is owed it. */
  | {
      readonly kind: 'refund-reversed'
      readonly refundId: string
      readonly orderId: string
      readonly split: PaymentSplit
    }
  /** Its member does not want the order that was being charged when the subscription was canceled. */
  | { readonly kind: 'order-cancel-requested'; readonly orderId: string }
  /** The processor refused a refund for good: no money went back. */
  | { readonly kind: 'refund-refused'; readonly refundId: string; readonly orderId: string }
  /** A bank disputes a payment or asks about it; or it has decided, or let it rest. `due`: evidence is due in a few days. */
  | { readonly kind: 'dispute-opened' | 'dispute-closed' | 'dispute-due'; readonly disputeId: string }
  /** A dispute stops a subscription no longer, and by its setting the subscription continues. */
  | { readonly kind: 'stop-ended'; readonly disputeId: string; readonly subscriptionId: string }
  /** A stock has fallen below what its alarm says. `since` is an instant. */
  | { readonly kind: 'stock-low'; readonly product: string; readonly since: string }
  /** A bank suspects fraud. */
  | { readonly kind: 'fraud-warned'; readonly warningId: string }
  /** Somebody at the desk wants the shop compared with its processor. */
  | { readonly kind: 'reconciliation-requested'; readonly reconciliationId: string }
  /** Rows of a file of tracking numbers are to be carried out. */
  | { readonly kind: 'tracking-import-due'; readonly importId: string }
  /** Pages of visitors that show facts of this kind are other ones from now on. */
  | { readonly kind: 'pages-changed'; readonly fact: PageFact }
  /** A bulk action is to be carried out. */
  | { readonly kind: 'bulk-action-due'; readonly bulkId: string }
  /** A list of orders is to be written as a file. */
  | { readonly kind: 'order-export-due'; readonly exportId: string }
  /** The codes of a batch are to be made. */
  | { readonly kind: 'coupon-batch-requested'; readonly couponBatchId: string }
  | {
      readonly kind: 'survey-completed'
      readonly accountId: string
      readonly survey: string
      /** Whether it was an onboarding survey at that moment. */
      readonly completesProfile: boolean
    }
  /** A member's card is saved, and there is something that it is to pay. */
  | { readonly kind: 'card-saved'; readonly cardRequestId: string }
  | { readonly kind: 'withdrawal-received'; readonly withdrawalId: string; readonly orderId: string }
  /** Asked for, with its label where the shop buys one; about to expire; expired; received, and nothing was refunded. */
  | {
      readonly kind: 'return-requested' | 'return-expiring' | 'return-expired' | 'return-not-refunded'
      readonly returnId: string
    }
  /** Something is wrong with an order and waits for an operator; it was resolved, also at once. */
  | { readonly kind: 'problem-reported' | 'problem-resolved'; readonly problemId: string }
  /** Somebody else has to get a link for a passkey of the desk. */
  | { readonly kind: 'passkey-link-wanted'; readonly staffId: string; readonly wantedBy: string }
  /** A buyer may be asked for a review of these products of an order. */
  | { readonly kind: 'review-wanted'; readonly orderId: string; readonly products: readonly string[] }
  /** Staff have published or declined a review. */
  | { readonly kind: 'review-decided'; readonly reviewId: string }
  /** Stored events are to be delivered to a destination. */
  | { readonly kind: 'events-to-deliver'; readonly batchId: string }
  | { readonly kind: 'newsletter-copy-due'; readonly campaignId: string; readonly subscriberId: string }
  | {
      readonly kind: 'newsletter-test-requested'
      readonly campaignId: string
      readonly version: number
      readonly email: string
    }
  | { readonly kind: 'gift-mail'; readonly giftId: string; readonly mail: GiftMail }
  | { readonly kind: 'contact-message-received'; readonly messageId: string }
  | { readonly kind: 'contact-message-answered'; readonly answerId: string }
  | { readonly kind: 'cart-abandoned'; readonly subscriberId: string; readonly cartId: string }
  | {
      readonly kind: 'newsletter-confirmation-requested' | 'newsletter-joined'
      readonly subscriberId: string
    }
  /** There is a new account: of a registration, a sign-on, or of somebody's first purchase or gift. */
  | { readonly kind: 'account-opened'; readonly accountId: string }
  /** The name or the phone number of a member; another e-mail is `email-changed`. */
  | { readonly kind: 'account-changed'; readonly accountId: string }
  /** What a member allows is something else than before. */
  | { readonly kind: 'consent-changed'; readonly accountId: string }
  /** The e-mail as typed: whether it has an account is found out by the worker, not in the request. */
  | { readonly kind: 'link-requested'; readonly purpose: 'verify' | 'sign-in'; readonly email: string }
  | { readonly kind: 'registration-requested'; readonly registrationId: string }
  /** A member without a password wants to prove in this session that it is them. */
  | { readonly kind: 'proof-code-requested'; readonly accountId: string; readonly sessionId: string }
  | { readonly kind: 'email-change-requested'; readonly emailChangeId: string }
  | {
      readonly kind: 'email-changed' | 'account-deleted'
      readonly accountId: string
      readonly formerEmail: string
      readonly locale: string
    }
  /** Buyers were erased here: the processor's ids of their customers, and of charges whose customers it knows. */
  | {
      readonly kind: 'buyers-forgotten'
      readonly processor: string
      readonly customers: readonly string[]
      readonly charges: readonly string[]
    }
  | { readonly kind: 'account-alert'; readonly accountId: string; readonly alert: AccountAlert }
  | { readonly kind: 'impersonation-started'; readonly accountId: string; readonly impersonationId: string }

/**
 * A mail of a gift. To its recipient: the link, and a reminder. To its giver: that it is unclaimed, that it was
 * claimed, that it cannot be shipped to the requested country.
 */
export type GiftMail = 'claim' | 'reminder' | 'unclaimed' | 'claimed' | 'refused'

export type DomainEventKind = DomainEvent['kind']
