import type { Translated } from '#shared/messages.ts'
import type { deliveryEn } from './delivery-en.ts'

export const deliveryDe = {
  arrives: 'Ankunft: {days}',
  businessDays: '{from} bis {until} Werktage',
  cutOff: '{time} New Yorker Zeit',
  days: '{from} bis {until} Tage',
  oncePacked: '{days} nach dem Packen',
  packing: '{days, plural, one {# Werktag} other {# Werktagen}}',
  weeks: '{from} bis {until} Wochen',
} satisfies Translated<typeof deliveryEn>
