export const shipmentMailsEn = {
  delayedHeading: 'Your package arrives later.',
  delayedLater: 'It will arrive later.',
  delayedText: 'The carrier needs more time. You don’t need to do anything.',
  deliveredBy:
    '{carrier, select, none {The carrier} other {{carrier}}} has delivered it, number <link>{tracking}</link>.',
  deliveredHeading: 'Your package has arrived.',
  deliveredPreview: 'The carrier reports that it was delivered.',
  deliveredTo: 'Delivered to',
  onItsWay: 'It’s on its way to you.',
  ordersLink: 'See all details in <link>your orders</link>.',
  restFollows: 'The rest of your order ships separately.',
  shippedHeading: 'Your package is on its way.',
  shipsTo: 'Ships to',
  subject:
    '{part, select, yes {Part of order} other {Order}} {number} {mail, select, shipped {has shipped} delivered {was delivered} other {is delayed}}',
  trackWith:
    '{carrier, select, none {The carrier} other {{carrier}}} has your package. Track it with number <link>{tracking}</link>.',
  trackingNumber: 'Tracking number: {tracking}',
  trackingPreview: 'Tracking number {tracking}.',
} as const
