import type { Mark } from '#desk/rules/order-marks.ts'

/** How a webhook does. */
export const webhookMarks: Readonly<Record<'fine' | 'failing' | 'off', Mark>> = {
  fine: { word: 'fine', level: 'full', tone: 'ok' },
  failing: { word: 'failing', level: 'low', tone: 'bad' },
  off: { word: 'off', level: 'empty', tone: 'quiet' },
}

/** What became of a delivery. */
export const deliveryMarks: Readonly<Record<'waiting' | 'delivered' | 'given-up', Mark>> = {
  waiting: { word: 'waiting', level: 'half', tone: 'plain' },
  delivered: { word: 'delivered', level: 'full', tone: 'ok' },
  'given-up': { word: 'given up', level: 'struck', tone: 'bad' },
}
