import { longDate } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import type { Gift } from '../endpoints.ts'

/** The state of a gift, in a sentence for its giver. */
export const giftStateText = (gift: Gift): string => {
  switch (gift.state) {
    case 'future':
      return `Waits for ${longDate(gift.starts_on)}`
    case 'sent':
      return `The link was mailed${gift.mailed_at === null ? '' : ` on ${shopDay(gift.mailed_at)}`}; not claimed yet`
    case 'claimed':
      return `Claimed${gift.ship_on === null ? '' : `, ships ${longDate(gift.ship_on)}`}`
    case 'shipped':
      return 'Claimed and shipped'
    case 'canceled':
      return gift.refunded === '0.00' ? 'Canceled' : 'Canceled and refunded'
    default:
      return gift.state satisfies never
  }
}
