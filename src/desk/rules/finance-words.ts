import type { Mark } from './order-marks.ts'

/** What a journal of the ledger records, in words: `order-placed` is `Order placed`. */
export const factText = (fact: string): string => {
  const words = fact.replaceAll('-', ' ').replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** How far a payout is. */
export const payoutMarks: Readonly<Record<'pending' | 'paid' | 'failed', Mark>> = {
  pending: { word: 'on its way', level: 'half', tone: 'plain' },
  paid: { word: 'in the bank', level: 'full', tone: 'ok' },
  failed: { word: 'failed', level: 'struck', tone: 'bad' },
}

/** `US-CA` is `California`'s code: places are named by country and region, as the tax returns name them. */
export const placeText = (place: string): string => (place === '' ? 'no place' : place)
