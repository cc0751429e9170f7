import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { seesNames } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../endpoints.ts'
import { maxNewer } from '../order-list-endpoints.ts'
import type * as listEndpoints from '../order-list-endpoints.ts'
import { isPlaceOf } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import {
  countDeskOrders,
  countNewer,
  placeOf,
  selectChosen,
  selectDeskOrder,
  selectDeskOrders,
} from './desk-order-store.ts'
import { wireDeskOrder } from './desk-order.ts'

/** Counting goes no further by itself: a list is looked at, not added up. */
const maxCounted = 10_000

/** A filter by email, or by a tag with a name in it, would say to a role without names that a person is there. VALIDATION_ERROR. */
export const requireNamesFor = ({ q, tag }: Pick<OrderFilter, 'q' | 'tag'>, showsNames: boolean): void => {
  if (showsNames) return
  if (q?.includes('@'))
    throw new ShopError('VALIDATION_ERROR', { fields: { q: 'Your role finds orders by their number.' } })
  if (tag !== undefined)
    throw new ShopError('VALIDATION_ERROR', { fields: { tag: 'Your role does not see tags.' } })
}

/** A cursor of a list with another sort order is not used. */
const requirePlaceOf = ({ after, before, sort }: OrderFilter): void => {
  const place = before ?? after
  if (place !== undefined && !isPlaceOf(sort, place))
    throw new ShopError('VALIDATION_ERROR', { fields: { after: 'This page is of a list in another order.' } })
}

/** The list of orders, a page at a time, and how many there are. */
export const createListHandlers = (deps: AppDeps) => {
  const listDeskOrders: Handler<typeof endpoints.listDeskOrders> = async (context, { limit, ...filter }) => {
    const showsNames = seesNames(staffOf(context).role)
    requireNamesFor(filter, showsNames)
    requirePlaceOf(filter)
    const now = deps.clock.now()
    const { rows, hasMore } = await selectDeskOrders(deps.database, filter, limit)
    const [first, last] = [rows.at(0), rows.at(-1)]
    const isBackwards = filter.before !== undefined
    const hasNewer = isBackwards ? hasMore : filter.after !== undefined
    const hasOlder = isBackwards || hasMore
    return {
      orders: rows.map((row) => wireDeskOrder(row, showsNames)),
      newer: hasNewer && first ? placeOf(first, filter.sort) : null,
      older: hasOlder && last ? placeOf(last, filter.sort) : null,
      today: dateIn(now, brand.timeZone).toString(),
      now: now.toString(),
    }
  }
  const countHandler: Handler<typeof endpoints.countDeskOrders> = async (
    context,
    { count: all, ...filter },
  ) => {
    requireNamesFor(filter, seesNames(staffOf(context).role))
    const limit = all === undefined ? maxCounted : null
    const found = await countDeskOrders(deps.database, filter, limit)
    const count = found.reduce((sum, one) => sum + one.count, 0)
    const isMore = limit !== null && count > limit
    const totals = found.map(({ currency, cents }) => ({ currency, total: wirePrice(cents, currency) }))
    return { count: isMore ? limit : count, is_more: isMore, totals: isMore ? null : totals }
  }
  return { listDeskOrders, countDeskOrders: countHandler }
}

/** What is chosen in the list, and what has come since it was opened. */
export const createChoiceHandlers = (deps: AppDeps): HandlersFor<typeof listEndpoints> => ({
  listChosenOrders: async (context, { ids }) => {
    const showsNames = seesNames(staffOf(context).role)
    const rows = await selectChosen(deps.database, [...new Set(ids)])
    return { orders: rows.map((row) => wireDeskOrder(row, showsNames)) }
  },
  countNewerOrders: async (context, { since, ...filter }) => {
    requireNamesFor(filter, seesNames(staffOf(context).role))
    return { count: await countNewer(deps.database, filter, since, maxNewer) }
  },
  findNeighborOrder: async (context, { number, step, ...filter }) => {
    requireNamesFor(filter, seesNames(staffOf(context).role))
    const order = await selectDeskOrder(deps.database, number)
    if (order === null) throw new ShopError('NOT_FOUND')
    const place = placeOf(order, filter.sort)
    const requested = step === 'next' ? { ...filter, after: place } : { ...filter, before: place }
    const { rows } = await selectDeskOrders(deps.database, requested, 1)
    return { number: rows[0]?.number ?? null }
  },
})
