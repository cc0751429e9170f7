import { parsePrice, priceText } from '#shared/money.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { listAddress } from '../rules/order-filter.ts'
import type { OrderFilter, OrderSort } from '../rules/order-filter.ts'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { Moment } from './parts/times.tsx'

const sortOf = (filter: OrderFilter, name: 'placed' | 'total') => {
  const now = filter.sort ?? '-placed'
  const down: OrderSort = `-${name}`
  const next = now === down ? name : down
  return {
    href: listAddress(filter, { sort: next === '-placed' ? undefined : next }),
    now: now === down ? ('descending' as const) : now === name ? ('ascending' as const) : null,
  }
}

const LinesOf = ({ lines }: Pick<DeskOrderRow, 'lines'>) => {
  const [first] = lines
  if (!first) return null
  const count = first.quantity > 1 ? `${first.quantity} × ` : ''
  const more = lines.length > 1 ? `, and ${lines.length - 1} more` : ''
  return <ProductName product={first.product} name={`${count}${first.name}${more}`} />
}

const payment = (row: DeskOrderRow) =>
  paymentMark({
    totalCents: parsePrice(row.total, row.currency),
    refundedCents: parsePrice(row.refunded, row.currency),
    isDisputed: row.is_disputed,
  })

const columnsOf = (filter: OrderFilter | null): readonly Column<DeskOrderRow>[] => [
  {
    name: 'Order',
    cell: ({ number }) => <a href={`/desk/orders/${number}`}>{number}</a>,
  },
  {
    name: 'Placed',
    cell: ({ placed_at: at }) => <Moment at={at} />,
    isQuiet: true,
    isWide: true,
    ...(filter ? { sort: sortOf(filter, 'placed') } : {}),
  },
  { name: 'Member', cell: ({ person }) => person ?? '—', isWide: filter === null },
  { name: 'Lines', cell: LinesOf, isWide: true },
  {
    name: 'Total',
    cell: ({ total, currency }) => priceText(total, currency),
    isFigure: true,
    ...(filter ? { sort: sortOf(filter, 'total') } : {}),
  },
  { name: 'Payment', cell: (row) => <StateMark mark={payment(row)} />, isWide: true },
  { name: 'Shipment', cell: ({ shipments }) => <StateMark mark={shipmentMark(shipments)} /> },
  {
    name: 'Place',
    cell: ({ city, country }) => (city ? `${city}, ${country}` : country),
    isQuiet: true,
    isWide: true,
  },
]

interface OrderTableProps {
  readonly orders: readonly DeskOrderRow[]
  /** How the list is filtered and sorted; null for a list that is part of another page. */
  readonly filter: OrderFilter | null
}

/** Orders in rows. */
export const OrderTable = ({ orders, filter }: OrderTableProps) => (
  <DataTable
    label="Orders"
    isInside={filter === null}
    rows={orders}
    keyOf={({ id }) => id}
    columns={columnsOf(filter)}
  />
)
