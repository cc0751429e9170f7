import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { listDeskOrders } from '../endpoints.ts'
import type { DeskOrderRow } from '../endpoints.ts'
import { byteOrderMark, csvLine } from '../rules/csv.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { readFilter } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { parsePrice } from '#shared/money.ts'

const head = [
  'order',
  'placed_at',
  'member',
  'email',
  'lines',
  'currency',
  'total',
  'refunded',
  'payment',
  'shipment',
  'country',
  'city',
]

const cells = (row: DeskOrderRow): readonly string[] => [
  row.number,
  row.placed_at,
  row.person ?? '',
  row.email ?? '',
  row.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; '),
  row.currency,
  row.total,
  row.refunded,
  paymentMark({
    totalCents: parsePrice(row.total, row.currency),
    refundedCents: parsePrice(row.refunded, row.currency),
    isDisputed: row.is_disputed,
  }).word,
  shipmentMark(row.shipments).word,
  row.country,
  row.city ?? '',
]

/** The whole list, a page at a time: it never is in memory as a whole. */
async function* linesOf(call: ShopContext['call'], filter: OrderFilter) {
  yield `${byteOrderMark}${csvLine(head)}`
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page: { orders: DeskOrderRow[]; older: string | null } = await call(listDeskOrders, {
      ...filter,
      ...(after ? { after } : {}),
      limit: 500,
    })
    yield page.orders.map((row) => csvLine(cells(row))).join('')
    after = page.older
  }
}

/** The list as a CSV file, with the filter of the page. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { after: _after, before: _before, ...filter } = readFilter(new URL(request.url).searchParams).filter
  // A refusal is an answer of its own, before the file begins.
  await call(listDeskOrders, { ...filter, limit: 1 })
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
