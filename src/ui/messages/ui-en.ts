export const uiEn = {
  daysLeft: '{days, plural, one {# day} other {# days}}',
  daysLeftInJar: 'About {days} left in the jar',
  editQuantity: 'Edit Quantity',
  filledIn: 'Filled in: {fields}.',
  leaveEmpty: 'Leave this empty',
  leftByEstimate: 'left in your jar, by our estimate. Check the gauge on the jar.',
  needsScript: 'This form needs JavaScript to check that you’re a person. Without it, please email {email}.',
  oneFewer: 'One fewer {item}',
  oneMore: 'One more {item}',
  starsOf: '{rating} of 5 stars',
} as const
