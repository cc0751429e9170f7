import type { Translated } from '#shared/messages.ts'
import type { deliveryTimesEn } from './delivery-times-en.ts'

export const deliveryTimesDe = {
  businessDays: '{from} bis {until} Werktage',
  cutOff: '{time} New Yorker Zeit',
  days: '{from} bis {until} Tage',
  oncePacked: '{days} nach dem Packen',
  packing: '{days, plural, one {# Werktag} other {# Werktagen}}',
  weeks: '{from} bis {until} Wochen',
} satisfies Translated<typeof deliveryTimesEn>
