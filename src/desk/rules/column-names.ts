import type { OrderColumn } from './order-filter.ts'

/** The heads of the columns of orders. */
export const columnNames: Readonly<Record<OrderColumn, string>> = {
  placed: 'Placed',
  member: 'Member',
  email: 'Email',
  kind: 'Kind',
  lines: 'Lines',
  total: 'Total',
  refunded: 'Refunded',
  payment: 'Payment',
  shipment: 'Shipment',
  place: 'Place',
  tags: 'Tags',
}
