import type { Order } from '../endpoints.ts'
import { shipsText } from './shipment-text.ts'
import type { ShippedOrder } from './shipment-text.ts'
import { shopDay } from './shop-day.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

type ShipmentItem = Order['shipment_items'][number]

/** The state of a shipment item, with its date: `Shipped January 8, 2031`. */
export const shipmentItemText = (
  { state, shipped_at: shippedAt, ended_at: endedAt }: ShipmentItem,
  order: ShippedOrder,
  locale: Locale = defaultLocale,
): string => {
  const t = orderPagesMessages.in(locale)

  const day = endedAt === null ? 'none' : shopDay(endedAt, locale)
  switch (state) {
    case 'owed':
      return shipsText(order, locale)
    case 'shipped':
      return shippedAt === null ? t('shipped') : t('shippedOn', { day: shopDay(shippedAt, locale) })
    case 'canceled':
      return t('itemEnded', { state, day })
    case 'refunded':
      return t('itemEnded', { state, day })
    default:
      return state satisfies never
  }
}
