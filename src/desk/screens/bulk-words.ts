import type { BulkSummary } from '../bulk-endpoints.ts'
import type { BulkAction } from '../rules/bulk-action.ts'
import type { Mark } from '../rules/order-marks.ts'

/** A number as people write it, with its noun: `1 order`, `1,204 orders`. */
export const ordersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`

interface ActionWords {
  /** `Hold 188 orders`. */
  readonly button: (count: number) => string
  /** What happens to each order that is not left out. */
  readonly future: string
  readonly past: string
}

export const actionWords: Readonly<Record<BulkAction, ActionWords>> = {
  hold: {
    button: (count) => `Hold ${ordersText(count)}`,
    future: 'are put on hold: nothing of them ships until they are released',
    past: 'are on hold',
  },
  release: {
    button: (count) => `Release ${ordersText(count)}`,
    future: 'are released: what waits of them ships',
    past: 'are released',
  },
  batch: {
    button: (count) => `Put ${ordersText(count)} into a batch`,
    future: 'go into a new batch, which you pack',
    past: 'are in the batch',
  },
}

export const bulkMarks: Readonly<Record<BulkSummary['state'], Mark>> = {
  prepared: { word: 'not started', level: 'empty', tone: 'quiet' },
  running: { word: 'running', level: 'half', tone: 'plain' },
  finished: { word: 'done', level: 'full', tone: 'ok' },
  stopped: { word: 'stopped', level: 'struck', tone: 'bad' },
}
