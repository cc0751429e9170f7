import { z } from 'zod'

/** The ready-made views of orders. */
export const orderStates = ['to-ship', 'on-hold', 'shipped', 'canceled', 'refunded', 'disputed'] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.output<typeof OrderState>

export const orderSorts = ['-placed', 'placed', '-total', 'total'] as const
export const OrderSort = z.enum(orderSorts)
export type OrderSort = z.output<typeof OrderSort>

const Day = z.iso.date()
const Countries = z.string().regex(/^[A-Z]{2}(,[A-Z]{2}){0,9}$/)
/** Where a page begins: the value that is sorted by, and the id. */
const Place = z.string().regex(/^[\dT:.Z-]{1,40}~[0-9a-f-]{36}$/)

/** What the list of orders can be asked for; each is a word of its address. */
export const filterShape = {
  /** The beginning of a number or of an email. */
  q: z.string().trim().min(1).max(254).optional(),
  state: OrderState.optional(),
  /** `US,CA`. */
  country: Countries.optional(),
  from: Day.optional(),
  until: Day.optional(),
  sort: OrderSort.optional(),
} as const

export const placeShape = {
  /** The page after this place. */
  after: Place.optional(),
  /** The page before it. */
  before: Place.optional(),
} as const

const Filter = z.object({ ...filterShape, ...placeShape })
export type OrderFilter = z.output<typeof Filter>

export interface ReadFilter {
  readonly filter: OrderFilter
  /** Words of the address that mean nothing here, to be named and not ignored. */
  readonly unknown: readonly string[]
}

const shapes = new Map<string, z.ZodType>(Object.entries(Filter.shape))

/** The filter in an address; an empty value is none. */
export const readFilter = (query: Iterable<readonly [name: string, text: string]>): ReadFilter => {
  const known: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const [name, text] of query) {
    if (text.trim() === '') continue
    const parsed = shapes.get(name)?.safeParse(text.trim())
    if (parsed?.success) known[name] = parsed.data
    else unknown.push(`${name}=${text}`)
  }
  return { filter: Filter.parse(known), unknown }
}

/** The address of a list with some words of its filter changed; the page begins anew. */
export const listAddress = (filter: OrderFilter, change: Partial<OrderFilter> = {}): string => {
  const { after: _after, before: _before, ...rest } = filter
  const words = Object.entries({ ...rest, ...change }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return words.length === 0 ? '/desk/orders' : `/desk/orders?${words.join('&')}`
}
