export const deliveryTimesEn = {
  businessDays: '{from} to {until} business days',
  cutOff: '{time} ET',
  oncePacked: '{days} once packed',
  packing: '{days} business days',
  weeks: '{from} to {until} weeks',
} as const
