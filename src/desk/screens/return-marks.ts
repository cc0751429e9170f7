import type { ListedReturn } from '../return-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'

/** Why something comes back, as staff read it. */
const reasonTexts: ReadonlyMap<string, string> = new Map([
  ['changed-mind', 'Changed their mind'],
  ['not-as-expected', 'Not as expected'],
  ['ordered-by-mistake', 'Ordered by mistake'],
  ['other', 'Another reason'],
  ['withdrawal', 'Withdrawal from the contract'],
])

export const returnReasonText = (reason: string): string => reasonTexts.get(reason) ?? reason

export const returnMarks: Readonly<Record<ListedReturn['state'], Mark>> = {
  awaited: { word: 'awaited', level: 'low', tone: 'plain' },
  received: { word: 'received', level: 'full', tone: 'ok' },
  canceled: { word: 'canceled', level: 'struck', tone: 'quiet' },
  expired: { word: 'expired', level: 'struck', tone: 'bad' },
}
