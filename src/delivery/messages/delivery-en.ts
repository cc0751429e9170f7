export const deliveryEn = {
  arrives: 'Arrives {days}',
  businessDays: '{from} to {until} business days',
  cutOff: '{time} ET',
  days: '{from} to {until} days',
  oncePacked: '{days} once packed',
  packing: '{days, plural, one {# business day} other {# business days}}',
  weeks: '{from} to {until} weeks',
} as const
