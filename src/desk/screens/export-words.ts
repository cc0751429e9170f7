import type { OrderExport } from '../export-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'
import { readFilter } from '../rules/order-filter.ts'
import { dayText } from './parts/times.tsx'

export const exportMarks: Readonly<Record<OrderExport['state'], Mark>> = {
  running: { word: 'being written', level: 'half', tone: 'plain' },
  ready: { word: 'ready', level: 'full', tone: 'ok' },
  failed: { word: 'failed', level: 'struck', tone: 'bad' },
  expired: { word: 'expired', level: 'empty', tone: 'quiet' },
}

const stateTexts = {
  'to-ship': 'To ship',
  'on-hold': 'On hold',
  shipped: 'Shipped',
  canceled: 'Canceled',
  refunded: 'Refunded',
  disputed: 'Disputed',
} as const

/** A list in words: `To ship, in US, CA, placed from Nov 1, 2026`. */
export const listText = (query: string): string => {
  const { state, q, country, tag, from, until } = readFilter(new URLSearchParams(query)).filter
  return [
    state === undefined ? 'All orders' : stateTexts[state],
    q === undefined ? '' : `beginning with ${q}`,
    country === undefined ? '' : `in ${country.replaceAll(',', ', ')}`,
    tag === undefined ? '' : `tagged ${tag}`,
    from === undefined ? '' : `placed from ${dayText(from)}`,
    until === undefined ? '' : `placed until ${dayText(until)}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
