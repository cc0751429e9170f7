import type { ComponentProps } from 'react'
import { parsePrice, priceText } from '#shared/money.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { columnNames } from '../rules/order-export.ts'
import { orderAddress, wordsOfList } from '../rules/list-place.ts'
import { columnsIn, listAddress, usualColumns } from '../rules/order-filter.ts'
import type { OrderColumn, OrderFilter, OrderSort } from '../rules/order-filter.ts'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { ShortMoment, dayText } from './parts/times.tsx'

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

/** How a list is shown: what it is filtered and sorted by, and the shop's day. */
export interface ShownList {
  readonly filter: OrderFilter
  readonly today: string
}

type OrderCell = Omit<Column<DeskOrderRow>, 'name'>

const kinds = { purchase: 'Purchase', renewal: 'Renewal', gift: 'Gift' } as const

const cells: Readonly<Record<Exclude<OrderColumn, 'placed'>, OrderCell>> = {
  member: { cell: ({ person }) => person ?? '—', isShort: true },
  email: { cell: ({ email }) => email ?? '—', isShort: true, isQuiet: true, isWide: true },
  kind: { cell: ({ kind }) => kinds[kind], isQuiet: true, isWide: true },
  lines: { cell: LinesOf, isWide: true, fills: true },
  total: { cell: ({ total, currency }) => priceText(total, currency), isFigure: true },
  refunded: { cell: ({ refunded, currency }) => priceText(refunded, currency), isFigure: true, isWide: true },
  payment: { cell: (row) => <StateMark mark={payment(row)} />, isWide: true },
  shipment: { cell: ({ shipments }) => <StateMark mark={shipmentMark(shipments)} /> },
  tags: { cell: ({ tags }) => tags.join(', '), isQuiet: true, isWide: true, isShort: true },
  place: {
    cell: ({ city, country }) => (city ? `${city}, ${country}` : country),
    isQuiet: true,
    isWide: true,
    isShort: true,
  },
}

const numberIn = (list: ShownList | null): Column<DeskOrderRow> => {
  const words = list === null ? undefined : wordsOfList(list.filter)
  return {
    name: 'Order',
    cell: ({ number }) => <a href={orderAddress(number, { list: words })}>{number}</a>,
  }
}

const placed = (list: ShownList | null): OrderCell => ({
  cell: ({ placed_at: at }) => (list ? <ShortMoment at={at} today={list.today} /> : dayText(at)),
  isQuiet: true,
  isWide: true,
})

const columnOf = (list: ShownList | null, column: OrderColumn): Column<DeskOrderRow> => ({
  name: columnNames[column],
  ...(column === 'placed' ? placed(list) : cells[column]),
  ...(list && (column === 'placed' || column === 'total') ? { sort: sortOf(list.filter, column) } : {}),
})

/** Of a list that is part of a member's page: whose orders they are is said there. */
const ownColumns = usualColumns.filter((column) => column !== 'member' && column !== 'place')

interface OrderTableProps {
  readonly orders: readonly DeskOrderRow[]
  /** The boxes by which orders are chosen. */
  readonly choice?: ComponentProps<typeof DataTable<DeskOrderRow>>['choice']
  /** Null for a list that is part of another page. */
  readonly list: ShownList | null
}

/** Orders in rows. */
export const OrderTable = ({ orders, list, choice = null }: OrderTableProps) => (
  <DataTable
    label={list === null ? 'Orders of the member' : 'Orders'}
    isInside={list === null}
    rows={orders}
    keyOf={({ id }) => id}
    choice={choice}
    columns={[
      numberIn(list),
      ...(list ? columnsIn(list.filter) : ownColumns).map((column) => columnOf(list, column)),
    ]}
  />
)
