import { z } from 'zod'
import { Day } from '#shared/day.ts'
import { OrderTag } from './order-marks.ts'

/** The ready-made views of orders. */
const orderStates = ['to-ship', 'on-hold', 'shipped', 'canceled', 'refunded', 'disputed'] as const
const OrderState = z.enum(orderStates)

const orderSorts = ['-placed', 'placed', '-total', 'total'] as const
const OrderSort = z.enum(orderSorts)
export type OrderSort = z.output<typeof OrderSort>

const Countries = z.string().regex(/^[A-Z]{2}(,[A-Z]{2}){0,9}$/)
/** Where a page begins: the value that is sorted by, and the id. */
const placeForm = /^(?<value>[^~]{1,40})~[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const isMoment = (text: string): boolean => {
  try {
    return /^2[01]\d\d-/.test(text) && Temporal.Instant.from(text).epochMilliseconds > 0
  } catch {
    return false
  }
}

const isCents = (text: string): boolean => /^\d{1,9}$/.test(text)

const valueIn = (place: string): string => placeForm.exec(place)?.groups?.['value'] ?? ''

/** Whether a place is one of a list that is sorted like this. */
export const isPlaceOf = (sort: OrderSort | undefined, place: string): boolean =>
  (sort === 'total' || sort === '-total' ? isCents : isMoment)(valueIn(place))

const Place = z.string().refine((place) => isCents(valueIn(place)) || isMoment(valueIn(place)))

/** What the list of orders can be asked for; each is a word of its address. */
export const filterShape = {
  /** The beginning of a number or of an email. */
  q: z.string().trim().min(1).max(254).optional(),
  state: OrderState.optional(),
  /** `US,CA`. */
  country: Countries.optional(),
  tag: OrderTag.optional(),
  from: Day.optional(),
  until: Day.optional(),
  sort: OrderSort.optional(),
} as const

/** Which orders a list has and in which order, whatever page of it is shown. */
export const OrderCriteria = z.object(filterShape)

export const placeShape = {
  /** The page after this place. */
  after: Place.optional(),
  /** The page before it. */
  before: Place.optional(),
} as const

/** Columns beside the number of the order, which is always the first one. */
export const orderColumns = [
  'placed',
  'member',
  'email',
  'kind',
  'lines',
  'total',
  'refunded',
  'payment',
  'shipment',
  'place',
  'tags',
] as const

export type OrderColumn = (typeof orderColumns)[number]

/** What a list shows when its address names no columns. */
export const usualColumns: readonly OrderColumn[] = [
  'placed',
  'member',
  'lines',
  'total',
  'payment',
  'shipment',
  'place',
]

const isColumn = (word: string): word is OrderColumn => orderColumns.some((one) => one === word)

/** Each column once: `placed,total`. */
export const OrderColumns = z
  .string()
  .refine(
    (text) => text.split(',').every(isColumn) && new Set(text.split(',')).size === text.split(',').length,
  )

/** How the list is shown; nothing of it changes which orders are in it. */
const displayShape = {
  /** The columns in their order. */
  cols: OrderColumns.optional(),
  /** The saved view that this address began as. */
  view: z.uuid().optional(),
  /** Whether every order of the list is chosen, also those of other pages. */
  chosen: z.literal('all').optional(),
  /** Whether orders are counted to the last one, also when there are very many. */
  count: z.literal('all').optional(),
} as const

const Filter = z.object({ ...filterShape, ...placeShape, ...displayShape })
export type OrderFilter = z.output<typeof Filter>

export interface ReadFilter {
  readonly filter: OrderFilter
  /** Words of the address that mean nothing here, to be named and not ignored. */
  readonly unknown: readonly string[]
}

const shapes = new Map<string, z.ZodType>(Object.entries(Filter.shape))

/** The filter in an address; an empty value is no filter. */
export const readFilter = (query: Iterable<readonly [name: string, text: string]>): ReadFilter => {
  const known = new Map<string, unknown>()
  const unknown: string[] = []
  for (const [name, text] of query) {
    if (text.trim() === '') continue
    const parsed = shapes.get(name)?.safeParse(text.trim())
    if (parsed?.success) known.set(name, parsed.data)
    else unknown.push(`${name}=${text}`)
  }
  return { filter: Filter.parse(Object.fromEntries(known)), unknown }
}

/** The words of a list's address: `state=to-ship&sort=total`; an empty text for none. */
export const listWords = (filter: OrderFilter): string =>
  Object.entries(filter)
    .flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&')

/** The address of a list with some words of its filter changed, from its first page on. It is counted again, as far as every list is. */
export const listAddress = (filter: OrderFilter, change: Partial<OrderFilter> = {}): string => {
  const { after: _after, before: _before, count: _count, ...rest } = filter
  const words = listWords({ ...rest, ...change })
  return words === '' ? '/desk/orders' : `/desk/orders?${words}`
}

/** The columns that a filter asks for, in their order. */
export const columnsIn = ({ cols }: Pick<OrderFilter, 'cols'>): readonly OrderColumn[] =>
  cols === undefined ? usualColumns : cols.split(',').filter(isColumn)

/** The words of an address for columns; none for the usual ones. */
export const columnWords = (columns: readonly OrderColumn[]): string | undefined =>
  columns.join() === usualColumns.join() ? undefined : columns.join(',')

/** What an address asks the shop for, without how it is shown. */
export const criteriaOf = ({
  cols: _cols,
  view: _view,
  chosen: _chosen,
  count: _count,
  ...requested
}: OrderFilter) => requested

/** What a view keeps of an address: its filter, sort and columns, and no page. */
export const viewQuery = (filter: OrderFilter): string =>
  listAddress(filter, { view: undefined, chosen: undefined }).split('?')[1] ?? ''
