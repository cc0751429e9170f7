/** What is told to a member by mail when it happens in their account, in case it was somebody else. */
export const accountAlerts = [
  'password-changed', 'passkey-added', 'passkey-removed', 'google-connected', 'google-disconnected',
  'facebook-connected', 'facebook-disconnected', 'data-exported',
] as const // prettier-ignore

export type AccountAlert = (typeof accountAlerts)[number]

/**
 * What rooms tell the house inside a transaction; `app/event-handlers.ts` turns each into jobs in the same transaction.
 * Ids only: whoever listens gathers the facts through the rooms' doors.
 */
export type DomainEvent =
  | { readonly kind: 'notice-due'; readonly noticeId: string }
  | { readonly kind: 'order-placed'; readonly orderId: string; readonly accountId: string }
  | { readonly kind: 'order-shipped'; readonly orderId: string; readonly accountId: string }
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
      /** What holds now: what the change made of it, or, when it was undone, what was before. */
      readonly side: 'after' | 'before'
    }
  /** A member's change holds, of whatever kind; what was asked for with an order at once holds when that is paid. */
  | {
      readonly kind: 'subscription-steered'
      readonly subscriptionId: string
      readonly accountId: string
      readonly changeId: string
      readonly action: string
    }
  /** A renewal was paid after its card had been refused. */
  | {
      readonly kind: 'renewal-recovered'
      readonly subscriptionId: string
      readonly accountId: string
      readonly orderId: string
    }
  | {
      readonly kind: 'password-asked'
      readonly accountId: string
      readonly reason: 'new-account' | 'recover'
    }
  /** Money went back to the card, or as credit; written in the transaction that records it. Cents of `currency`. */
  | {
      readonly kind: 'refund-settled'
      readonly refundId: string
      readonly orderId: string
      readonly cents: number
      /** The part of `cents` that came as credit. */
      readonly creditCents: number
      readonly currency: string
    }
  /** Its member does not want the order that was being charged when the subscription was canceled. */
  | { readonly kind: 'order-taken-back'; readonly orderId: string }
  /** The processor refused a refund for good: nothing went back. */
  | { readonly kind: 'refund-refused'; readonly refundId: string; readonly orderId: string }
  | { readonly kind: 'survey-completed'; readonly accountId: string; readonly survey: string }
  /** A card that a member brought is kept, and there is something that it is to pay. */
  | { readonly kind: 'card-kept'; readonly cardRequestId: string }
  | { readonly kind: 'withdrawal-received'; readonly withdrawalId: string }
  /** Somebody outside is to be told of events that were kept. */
  | { readonly kind: 'events-to-tell'; readonly batchId: string }
  | { readonly kind: 'letter-due'; readonly issueId: string; readonly subscriberId: string }
  | { readonly kind: 'letter-tried'; readonly issueId: string; readonly email: string }
  | { readonly kind: 'gift-mail'; readonly giftId: string; readonly mail: GiftMail }
  | { readonly kind: 'message-left'; readonly messageId: string }
  | { readonly kind: 'cart-left'; readonly subscriberId: string; readonly cartId: string }
  | { readonly kind: 'newsletter-asked' | 'newsletter-joined'; readonly subscriberId: string }
  /** The e-mail as typed: whether it has an account is found out by the worker, not in the request. */
  | { readonly kind: 'link-asked'; readonly purpose: 'verify' | 'sign-in'; readonly email: string }
  | { readonly kind: 'registration-asked'; readonly registrationId: string }
  /** A member without a password wants to prove in this session that it is them. */
  | { readonly kind: 'proof-code-asked'; readonly accountId: string; readonly sessionId: string }
  | { readonly kind: 'email-change-asked'; readonly emailChangeId: string }
  | { readonly kind: 'email-changed' | 'account-deleted'; readonly formerEmail: string }
  | { readonly kind: 'account-alert'; readonly accountId: string; readonly alert: AccountAlert }
  | { readonly kind: 'visit-started'; readonly accountId: string; readonly impersonationId: string }

/**
 * A mail of a gift. To its recipient: the link, and a reminder. To its giver: that nobody claimed it, that it was
 * claimed, that it cannot go where it was asked to.
 */
export type GiftMail = 'claim' | 'reminder' | 'unclaimed' | 'claimed' | 'refused'

export type DomainEventKind = DomainEvent['kind']
