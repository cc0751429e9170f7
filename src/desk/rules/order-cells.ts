import { parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { csvLine } from './csv.ts'
import { columnsIn, orderColumns } from './order-filter.ts'
import type { OrderColumn, OrderFilter } from './order-filter.ts'
import { paymentMark, shipmentMark } from './order-marks.ts'

/** What a file has of an order; prices as decimals. */
export interface ExportedOrder {
  readonly number: string
  readonly kind: string
  readonly placed_at: string
  readonly person: string | null
  readonly email: string | null
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly currency: Currency
  readonly total: string
  readonly refunded: string
  readonly is_disputed: boolean
  readonly shipments: readonly string[]
  readonly country: string
  readonly city: string | null
  readonly tags: readonly string[]
}

type Cell = readonly [head: string, text: (order: ExportedOrder) => string]

const payment = ({ total, refunded, currency, is_disputed: isDisputed }: ExportedOrder): string =>
  paymentMark({
    totalCents: parsePrice(total, currency),
    refundedCents: parsePrice(refunded, currency),
    isDisputed,
  }).word

/** What the file has of each column of the list. */
const cellsOf: Readonly<Record<OrderColumn, readonly Cell[]>> = {
  placed: [['placed_at', (order) => order.placed_at]],
  member: [['member', (order) => order.person ?? '']],
  email: [['email', (order) => order.email ?? '']],
  kind: [['kind', (order) => order.kind]],
  lines: [['lines', ({ lines }) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ')]],
  total: [
    ['currency', (order) => order.currency],
    ['total', (order) => order.total],
  ],
  refunded: [['refunded', (order) => order.refunded]],
  payment: [['payment', payment]],
  shipment: [['shipment', (order) => shipmentMark(order.shipments).word]],
  place: [
    ['country', (order) => order.country],
    ['city', (order) => order.city ?? ''],
  ],
  tags: [['tags', ({ tags }) => tags.join('; ')]],
}

type ShownColumns = Pick<OrderFilter, 'cols'>

/** The chosen columns of the list in their order; all of them when none are chosen. */
export const orderCells = ({ cols }: ShownColumns): readonly Cell[] => [
  ['order', (order) => order.number],
  ...(cols === undefined ? orderColumns : columnsIn({ cols })).flatMap((column) => cellsOf[column]),
]

/** The first line of a file. */
export const orderHeadLine = (shown: ShownColumns): string => csvLine(orderCells(shown).map(([head]) => head))

/** The lines of orders, each with its end. */
export const orderLines = (shown: ShownColumns, orders: readonly ExportedOrder[]): string => {
  const cells = orderCells(shown)
  return orders.map((order) => csvLine(cells.map(([, text]) => text(order)))).join('')
}
