import type { OrderMailKind } from '#shared/order-mail-kind.ts'

/** A mail about an order that the mail server took. */
export interface OrderMail {
  readonly kind: OrderMailKind
  /** The recipient of a gift, not the buyer, got it. */
  readonly isToRecipient: boolean
  /** The buyer's address; empty for a recipient, and once the account is deleted. */
  readonly sentTo: string
  /** Empty where it names another person, and once the account is deleted. */
  readonly subject: string
}

const names: Readonly<Record<OrderMailKind, string>> = {
  'order-confirmation': 'Order confirmation',
  'order-late': 'Late order mail',
  'renewal-charged': 'Renewal confirmation',
  shipped: 'Shipped mail',
  delivered: 'Delivered mail',
  delayed: 'Delayed mail',
  refund: 'Refund mail',
  withdrawal: 'Cancellation or withdrawal confirmation',
  'return-requested': 'Return instructions',
  'return-expiring': 'Return reminder',
  'return-expired': 'Return expired mail',
  'return-not-refunded': 'Return without a refund mail',
  'problem-received': 'Problem report confirmation',
  'problem-resolved': 'Answer to a problem report',
  'review-request': 'Review request',
  'review-decided': 'Answer to a review',
  'gift-claim': 'Gift mail',
  'gift-reminder': 'Gift reminder',
  'gift-unclaimed': 'Unclaimed gift mail',
  'gift-claimed': 'Claimed gift mail',
  'gift-refused': 'Undeliverable gift mail',
  'gift-ended': 'Canceled gift mail',
}

/** What a mail is called by staff and in evidence. */
export const orderMailName = (kind: OrderMailKind): string => names[kind]

/** Who got a mail: an address, or the role of a person whose address is not stored. */
export const addresseeOf = ({ isToRecipient, sentTo }: Pick<OrderMail, 'isToRecipient' | 'sentTo'>): string =>
  isToRecipient ? 'the recipient of the gift' : sentTo === '' ? 'the buyer' : sentTo

/** Subjects of gifts name the giver to the recipient and the recipient to the giver; each can be erased on their own. */
const namesAnotherPerson = ({ kind, isToRecipient }: Pick<OrderMail, 'kind' | 'isToRecipient'>): boolean =>
  isToRecipient || kind.startsWith('gift-')

/** The stored parts of a mail: without a gift's recipient, and without a subject that names another person. */
export const storedMail = ({ kind, isToRecipient, sentTo, subject }: OrderMail): OrderMail => ({
  kind,
  isToRecipient,
  sentTo: isToRecipient ? '' : sentTo,
  subject: namesAnotherPerson({ kind, isToRecipient }) ? '' : subject,
})
