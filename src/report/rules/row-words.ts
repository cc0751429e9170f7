const declined = new Map([
  ['recovered-schedule', 'paid at a retry'],
  ['recovered-link', 'paid by the link of a mail'],
  ['recovered-member', 'paid by the member'],
  ['open', 'still open'],
  ['ended', 'waiting for a card'],
  ['closed', 'closed'],
])

/** What has become of a declined renewal, in words. */
export const declinedWord = (outcome: string): string => declined.get(outcome) ?? outcome

const orders = new Map([
  ['purchase', 'Purchase'],
  ['gift', 'Gift'],
  ['renewal', 'Renewal'],
  ['refund', 'Refund'],
])

/** The kind of an order, or a refund, in words. */
export const orderWord = (kind: string): string => orders.get(kind) ?? kind
