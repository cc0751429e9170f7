import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskOrders } from '../endpoints.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { criteriaOf, columnsIn, orderColumns, readFilter } from '../rules/order-filter.ts'
import type { OrderColumn, OrderFilter } from '../rules/order-filter.ts'
import { csvResponse } from './parts/csv-response.ts'
import type { CsvColumns } from './parts/csv-response.ts'
import { parsePrice } from '#shared/money.ts'

type Cells = CsvColumns<DeskOrderRow>

const payment = (row: DeskOrderRow): string =>
  paymentMark({
    totalCents: parsePrice(row.total, row.currency),
    refundedCents: parsePrice(row.refunded, row.currency),
    isDisputed: row.is_disputed,
  }).word

/** What the file has of each column of the list. */
const cellsOf: Readonly<Record<OrderColumn, Cells>> = {
  placed: [['placed_at', (row) => row.placed_at]],
  member: [['member', (row) => row.person ?? '']],
  email: [['email', (row) => row.email ?? '']],
  kind: [['kind', (row) => row.kind]],
  lines: [['lines', ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ')]],
  total: [
    ['currency', (row) => row.currency],
    ['total', (row) => row.total],
  ],
  refunded: [['refunded', (row) => row.refunded]],
  payment: [['payment', payment]],
  shipment: [['shipment', (row) => shipmentMark(row.shipments).word]],
  place: [
    ['country', (row) => row.country],
    ['city', (row) => row.city ?? ''],
  ],
}

/** The chosen columns of the list in their order; all of them when none are chosen. */
export const chosenCells = ({ cols }: Pick<OrderFilter, 'cols'>): Cells => [
  ['order', (row) => row.number],
  ...(cols === undefined ? orderColumns : columnsIn({ cols })).flatMap((column) => cellsOf[column]),
]

/** The list as a CSV file, with the filter of the page. */
export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { after: _after, before: _before, ...filter } = readFilter(new URL(request.url).searchParams).filter
  return csvResponse('orders.csv', chosenCells(filter), async (after) => {
    const { orders, older } = await call(listDeskOrders, { ...criteriaOf({ ...filter, after }), limit: 500 })
    return { rows: orders, older }
  })
}
