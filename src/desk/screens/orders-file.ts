import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { listDeskOrders } from '../endpoints.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import { byteOrderMark, csvLine } from '../rules/csv.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { askedOf, columnsIn, orderColumns, readFilter } from '../rules/order-filter.ts'
import type { OrderColumn, OrderFilter } from '../rules/order-filter.ts'
import { parsePrice } from '#shared/money.ts'

type Cells = readonly (readonly [head: string, cell: (row: DeskOrderRow) => string])[]

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
const chosenCells = ({ cols }: Pick<OrderFilter, 'cols'>): Cells => [
  ['order', (row) => row.number],
  ...(cols === undefined ? orderColumns : columnsIn({ cols })).flatMap((column) => cellsOf[column]),
]

/** The whole list, a page at a time: it never is in memory as a whole. */
async function* linesOf(call: ShopContext['call'], filter: OrderFilter) {
  const cells = chosenCells(filter)
  yield `${byteOrderMark}${csvLine(cells.map(([head]) => head))}`
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page: { orders: DeskOrderRow[]; older: string | null } = await call(listDeskOrders, {
      ...askedOf(filter),
      ...(after ? { after } : {}),
      limit: 500,
    })
    yield page.orders.map((row) => csvLine(cells.map(([, cell]) => cell(row)))).join('')
    after = page.older
  }
}

/** The list as a CSV file, with the filter of the page. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { after: _after, before: _before, ...filter } = readFilter(new URL(request.url).searchParams).filter
  // A refusal is an answer of its own, before the file begins.
  await call(listDeskOrders, { ...askedOf(filter), limit: 1 })
  const lines = linesOf(call, filter)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}
