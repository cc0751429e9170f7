import { coverHorizon } from '#catalogue/rules/stock-alarm.ts'
import type { DeskDelivery, DeskMovement, DeskStockLevel, DeskStockLot } from '../stock-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'
import { Bar } from './parts/bar.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { StateMark } from './parts/mark.tsx'
import { dayText, timeText } from './parts/times.tsx'

export const unitsText = (units: number): string => units.toLocaleString('en-US').replace('-', '−')

const kinds = { received: 'received', 'written-off': 'written off', counted: 'counted' } as const

const signedText = ({ kind, units }: DeskMovement): string => {
  const signed = kind === 'written-off' ? -units : units
  return `${signed > 0 ? '+' : ''}${unitsText(signed)}`
}

const whatText = ({ kind, counted, lot }: DeskMovement): string => {
  if (counted !== null) return `${kinds[kind]}: ${unitsText(counted)}`
  return lot === null ? kinds[kind] : `${kinds[kind]}, lot ${lot}`
}

const movementColumns = (hasProduct: boolean): readonly Column<DeskMovement>[] => [
  { name: 'When', cell: ({ at }) => timeText(at) },
  ...(hasProduct ? [{ name: 'Stock', cell: ({ product }: DeskMovement) => product }] : []),
  { name: 'What', cell: whatText },
  { name: 'Note', cell: ({ note }) => note, fills: true },
  { name: 'By', cell: ({ by }) => by, isQuiet: true, isWide: true },
  { name: 'Units', cell: signedText, isFigure: true },
  { name: 'After', cell: ({ available }) => unitsText(available), isFigure: true },
]

/** What people moved, the latest first. */
export const MovementTable = ({
  movements,
  hasProduct,
}: {
  readonly movements: readonly DeskMovement[]
  readonly hasProduct: boolean
}) => (
  <DataTable
    label="Movements by hand"
    rows={movements}
    keyOf={({ id }) => id}
    columns={movementColumns(hasProduct)}
    isInside
  />
)

const deliveryColumns: readonly Column<DeskDelivery>[] = [
  {
    name: 'Expected',
    cell: ({ expected_on: day, is_late: isLate }) => `${dayText(day)}${isLate ? ', late' : ''}`,
  },
  {
    name: 'Stock',
    cell: ({ product }) => <a href={`/desk/stock/${encodeURIComponent(product)}`}>{product}</a>,
  },
  { name: 'Reference', cell: ({ reference }) => reference, fills: true },
  { name: 'By', cell: ({ by }) => by, isQuiet: true, isWide: true },
  { name: 'Announced', cell: ({ units }) => unitsText(units), isFigure: true },
  { name: 'Received', cell: ({ received }) => unitsText(received), isFigure: true },
]

/** What suppliers have announced, the earliest first. */
export const DeliveryTable = ({ deliveries }: { readonly deliveries: readonly DeskDelivery[] }) => (
  <DataTable
    label="Expected deliveries"
    rows={deliveries}
    keyOf={({ id }) => id}
    columns={deliveryColumns}
    isInside
  />
)

const lotMarks: Readonly<Record<DeskStockLot['state'], Mark>> = {
  good: { word: 'good', level: 'full', tone: 'ok' },
  'expires-soon': { word: 'expires soon', level: 'half', tone: 'bad' },
  expired: { word: 'expired', level: 'low', tone: 'bad' },
}

const lotColumns: readonly Column<DeskStockLot>[] = [
  {
    name: 'Lot',
    cell: ({ lot }) =>
      lot === '' ? 'without a number' : <a href={`/desk/stock/lots/${encodeURIComponent(lot)}`}>{lot}</a>,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={lotMarks[state]} /> },
  {
    name: 'Best before',
    cell: ({ best_before: day }) => (day === null ? '—' : dayText(day)),
  },
  {
    name: 'Certificate',
    cell: ({ certificate }) => (certificate === null ? '' : <a href={certificate}>Certificate</a>),
    isWide: true,
  },
  { name: 'On hand', cell: ({ remaining }) => unitsText(remaining), isFigure: true },
]

/** The lots of a stock in the order in which they are packed. */
export const LotTable = ({ lots }: { readonly lots: readonly DeskStockLot[] }) => (
  <DataTable label="Lots of this stock" isInside rows={lots} keyOf={({ lot }) => lot} columns={lotColumns} />
)

/** `below 3,400 (7 days)`; without an alarm `none`. */
export const alarmText = (level: DeskStockLevel): string => {
  const { alarm_units: units, alarm_days: days, needed } = level
  if (units !== null) return `below ${unitsText(units)}`
  return days === null ? 'none' : `below ${unitsText(needed ?? 0)} (${days} days of orders)`
}

/** `Jan 6, 2027`, or in words where there is no such day. */
export const lastsText = ({
  available,
  expired,
  cover_days: days,
  lasts_until: until,
}: DeskStockLevel): string => {
  if (available < expired) return 'below zero'
  if (days === null) return '12 weeks and longer'
  return until === null ? 'not today' : dayText(until)
}

const horizonShare = (days: number | null): number => (days ?? coverHorizon) / coverHorizon

/** For how many of the next 12 weeks it is enough, dashed with what is expected; a mark after each four weeks. */
export const CoverBar = ({ level }: { readonly level: DeskStockLevel }) => (
  <Bar
    share={horizonShare(level.cover_days)}
    expected={horizonShare(level.cover_days_expected)}
    marks={[1 / 3, 2 / 3]}
  />
)

/** How full a stock is, with the word that says it. */
export const levelMark = ({ available, expired, is_low: isLow }: DeskStockLevel): Mark => {
  if (available < expired) return { word: 'backordered', level: 'low', tone: 'bad' }
  return isLow ? { word: 'low', level: 'half', tone: 'bad' } : { word: 'in stock', level: 'full', tone: 'ok' }
}
