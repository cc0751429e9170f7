export const withdrawalMailsEn = {
  endedReturn:
    'Your return {number} is canceled, because everything in the order goes back. Please don’t use its label.',
  heading: '{kind, select, cancel {Your order is canceled.} other {We received your withdrawal.}}',
  preview: 'Received on {day} at {time} ({zone}).',
  refund:
    '{kind, select, cancel {{amount} will be refunded {target}.} other {Please return the package within 14 days. When it arrives, {amount} will be refunded {target}.}}',
  subject: '{kind, select, cancel {Order {number} is canceled} other {Your withdrawal from order {number}}}',
  subscriptions: 'Subscriptions from this order end with it. We confirm that in a separate email.',
  text: '{name} {kind, select, cancel {canceled} other {withdrew from the contract of}} order {number}. We received this on {day} at {time} ({zone}).',
} as const
