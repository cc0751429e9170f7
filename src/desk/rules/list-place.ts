import { listAddress, readFilter } from './order-filter.ts'
import type { OrderFilter } from './order-filter.ts'

/** The words of a list's address by which the pages of its orders know where they were opened from. */
export const wordsOfList = (filter: OrderFilter): string =>
  listAddress(filter, { chosen: undefined }).split('?')[1] ?? ''

/** The same of words that somebody may have typed: those that no list knows are left out. */
export const knownWords = (words: Parameters<typeof readFilter>[0]): string =>
  wordsOfList(readFilter(words).filter)

export const addressOfList = (list: string | undefined): string =>
  list ? `/desk/orders?${list}` : '/desk/orders'

interface OrderPlace {
  readonly list: string | undefined
  /** What was just done, for the sentence that says so. */
  readonly done?: string
  /** A page about the order: `refund`. */
  readonly page?: string
}

/** The address of an order, or of a page about it, in its list. */
export const orderAddress = (number: string, { list, done, page }: OrderPlace): string => {
  const words = [
    ...(done === undefined ? [] : [`done=${done}`]),
    ...(list === undefined ? [] : [`list=${encodeURIComponent(list)}`]),
  ]
  const path = `/desk/orders/${encodeURIComponent(number)}${page === undefined ? '' : `/${page}`}`
  return words.length === 0 ? path : `${path}?${words.join('&')}`
}
