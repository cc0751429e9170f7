/** The mails about an order of which the shop remembers that they were sent. */
export const orderMailKinds = [
  'order-confirmation', 'order-late', 'renewal-charged', 'shipped', 'delivered', 'delayed', 'refund', 'withdrawal',
  'return-requested', 'return-expiring', 'return-expired', 'return-not-refunded', 'problem-received', 'problem-resolved',
  'review-request', 'review-decided',
  'gift-claim', 'gift-reminder', 'gift-unclaimed', 'gift-claimed', 'gift-refused', 'gift-ended',
] as const // prettier-ignore

export type OrderMailKind = (typeof orderMailKinds)[number]
