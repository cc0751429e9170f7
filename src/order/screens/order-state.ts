import type { Order, Shipment } from '../endpoints.ts'
import { isPackingBegun, shipsText } from './shipment-text.ts'
import { shopDay } from './shop-day.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** When the last of its shipments was delivered; null while one is not, or none is left. */
const deliveredAt = (shipments: readonly Shipment[]): string | null => {
  const left = shipments.filter(({ state }) => state !== 'canceled')
  const days = left.flatMap(({ state, delivered_at: at }) =>
    state === 'delivered' && at !== null ? [at] : [],
  )
  return days.length < left.length ? null : (days.toSorted().at(-1) ?? null)
}

const shippedText = (
  { shipments, shipped_at: shippedAt }: Pick<Order, 'shipments' | 'shipped_at'>,
  locale: Locale,
): string => {
  const t = orderPagesMessages.in(locale)

  const delivered = deliveredAt(shipments)
  if (delivered !== null) return t('deliveredOn', { day: shopDay(delivered, locale) })
  return shippedAt === null ? t('shipped') : t('shippedOn', { day: shopDay(shippedAt, locale) })
}

/** The state of an order, with its date: `Shipped October 2, 2026`. */
export const orderStateText = (
  order: Pick<Order, 'state' | 'ship_on' | 'ship_until' | 'shipped_at' | 'canceled_at' | 'shipments'>,
  locale: Locale = defaultLocale,
): string => {
  const t = orderPagesMessages.in(locale)

  switch (order.state) {
    case 'placed':
      if (isPackingBegun(order)) return t('beingPacked')
      return shipsText(order, locale)
    case 'shipped':
      return shippedText(order, locale)
    case 'canceled':
      return order.canceled_at === null
        ? t('canceled')
        : t('canceledOn', { day: shopDay(order.canceled_at, locale) })
    default:
      return order.state satisfies never
  }
}
