import { parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { seesNames } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { csvLine } from './csv.ts'
import { columnsIn, orderColumns } from './order-filter.ts'
import type { OrderColumn, OrderFilter } from './order-filter.ts'
import { paymentMark, shipmentMark } from './order-marks.ts'

/** What a file has of an order; prices as decimals. */
interface ExportedOrder {
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

/** Orders of a file that is sent at once; a longer one is written by a job. */
export const mostSentAtOnce = 10_000

/** How long the link of a written file works. */
const linkHours = 24

interface ExportFacts {
  readonly finishedAt: Temporal.Instant | null
  readonly failure: string | null
}

type ExportState = 'running' | 'ready' | 'failed' | 'expired'

/** Until when the link works; null before there is a file. */
export const linkEnd = ({ finishedAt, failure }: ExportFacts): Temporal.Instant | null =>
  finishedAt === null || failure !== null ? null : finishedAt.add({ hours: linkHours })

export const exportState = (facts: ExportFacts, now: Temporal.Instant): ExportState => {
  if (facts.failure !== null) return 'failed'
  const end = linkEnd(facts)
  if (end === null) return 'running'
  return Temporal.Instant.compare(now, end) < 0 ? 'ready' : 'expired'
}

/** Whether a role may have a file: one with names only who sees names today. */
export const mayHaveFile = (role: StaffRole, hasNames: boolean): boolean => !hasNames || seesNames(role)
