import type { Stripe } from 'stripe'
import { belowData } from './expansion.ts'
import { StripeFault } from './stripe-fault.ts'

interface Paging extends Stripe.PaginationParams {
  readonly expand?: string[]
}

const indexOf = (items: readonly { readonly id: string }[], id: string, param: string): number => {
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) throw StripeFault.missing('object', id, param)
  return index
}

/**
 * A page of what is stored, newest first; `items` come oldest first and may be filtered, and a cursor has to be one of
 * them.
 */
export const pageOf = <T extends { readonly id: string }, V>(
  url: string,
  items: Iterable<T>,
  { limit = 10, starting_after: after, ending_before: before, expand }: Paging,
  view: (item: T, paths: readonly string[]) => V,
): Stripe.ApiList<V> => {
  const newestFirst = [...items].toReversed()
  const paths = belowData(expand)
  if (before !== undefined) {
    const end = indexOf(newestFirst, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return {
      object: 'list',
      data: newestFirst.slice(start, end).map((item) => view(item, paths)),
      has_more: start > 0,
      url,
    }
  }
  const start = after === undefined ? 0 : indexOf(newestFirst, after, 'starting_after') + 1
  const data = newestFirst.slice(start, start + limit).map((item) => view(item, paths))
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url }
}

/** Whether a time in seconds is in the range that a list asks for. */
export const isWithin = (seconds: number, range: Stripe.RangeQueryParam | number | undefined): boolean => {
  if (range === undefined) return true
  if (typeof range === 'number') return seconds === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return seconds > gt && seconds >= gte && seconds < lt && seconds <= lte
}
