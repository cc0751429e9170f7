export const orderMailsEn = {
  agreedTo: 'What you agreed to',
  cancelLink:
    'Changed your mind? Until {until, select, claim {it is claimed} other {it is packed}} you can <link>cancel this order</link>. You don’t need an account.',
  confirmationHeading: 'Thank you for your order.',
  confirmationPreview: '{total}, placed on {day}.',
  confirmationSubject: 'Your order {number}',
  creditPaid: 'Paid with credit',
  discount: 'Discount {name}',
  free: 'Free',
  invoiceLink: 'View, print or save as PDF: <link>invoice {number}</link>.',
  lateCancel:
    'You don’t need to do anything if you’d like to wait. You can also <link>cancel the order</link> until we pack it, for a full refund.',
  lateHeading: 'Your order ships later.',
  latePacking: 'We’re packing it. We’ll email you the tracking number when it ships.',
  latePreview: 'Your order is delayed.',
  lateSubject: 'Your order {number} ships later',
  lateText: 'Order {number} was due to ship by {day}, but part or all of it hasn’t shipped yet. We’re sorry.',
  nextOrder: 'Next order',
  paid: 'Order {number}, placed on {day}. You paid {payment, select, credit {{credit} with your credit} both {{amount}{card, select, none {} link {, on your Link account} other {, on your {brand} card ending in {last4}}}, and {credit} with your credit} other {{amount}{card, select, none {} link {, on your Link account} other {, on your {brand} card ending in {last4}}}}}.',
  preorder:
    '{part, select, all {It} other {Part of it}} is made to order ({note}). You can cancel it until {until, select, claim {it is claimed} other {it is packed}}.',
  renewsEach: '{amount} {interval}',
  shipsTo: 'Ships to',
  subscriptions: '{count, plural, one {Your subscription} other {Your subscriptions}}',
  subscriptionsLink:
    'It renews until you cancel. To skip, reschedule, pause or cancel, go to <link>your subscriptions</link>. You don’t need to call.',
  subtotal: 'Subtotal',
  tax: 'Tax',
  total: 'Total',
} as const
