import { rangeText } from '#shared/date-range.ts'
import { longDate } from '#shared/dates.ts'
import type { Order, Shipment } from '../endpoints.ts'
import { shopDay } from './shop-day.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

const dayOf = (at: string | null, locale: Locale): string => (at === null ? 'none' : shopDay(at, locale))

/** The days on which an order ships. */
type ShippedOrder = Pick<Order, 'ship_on' | 'ship_until'>

/** When an order ships: `Ships January 8, 2031`, or in a range of days what is made to order. */
export const shipsText = (
  { ship_on: from, ship_until: until }: ShippedOrder,
  locale: Locale = defaultLocale,
): string => {
  const t = orderPagesMessages.in(locale)

  if (from === null || until === null) return t('shipsWhenClaimed')
  return t('shipsBetween', {
    days: from === until ? longDate(from, locale) : rangeText({ from, until }, locale),
  })
}

/** The state of a shipment, with its date: `Delivered January 12, 2031`. */
export const shipmentText = (
  shipment: Shipment,
  order: ShippedOrder,
  locale: Locale = defaultLocale,
): string => {
  const t = orderPagesMessages.in(locale)

  switch (shipment.state) {
    case 'pending':
      return shipment.is_reship ? t('shipsSoon') : shipsText(order, locale)
    case 'on-hold':
      return t('onHold')
    case 'packed':
      return t('packedWaiting', {
        packed: t('onDay', { state: 'packed', day: dayOf(shipment.packed_at, locale) }),
      })
    case 'shipped':
      return t('onDay', { state: 'shipped', day: dayOf(shipment.shipped_at, locale) })
    case 'in-transit':
      return t('inTransit', { day: dayOf(shipment.shipped_at, locale) })
    case 'delivered':
      return t('onDay', { state: 'delivered', day: dayOf(shipment.delivered_at, locale) })
    case 'returned-to-sender':
      return t('onDay', { state: 'returned', day: dayOf(shipment.ended_at, locale) })
    case 'lost':
      return t('onDay', { state: 'lost', day: dayOf(shipment.ended_at, locale) })
    case 'canceled':
      return t('onDay', { state: 'canceled', day: dayOf(shipment.ended_at, locale) })
    default:
      return shipment.state satisfies never
  }
}

/** Whether an order waits and a part of it is packed or has shipped, so that it cannot be canceled any more. */
export const isPackingBegun = ({ state, shipments }: Pick<Order, 'state' | 'shipments'>): boolean =>
  state === 'placed' && shipments.some(({ packed_at: packedAt }) => packedAt !== null)

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
