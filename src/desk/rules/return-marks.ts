import type { ReturnTravel } from '#return/rules/return-travel.ts'
import type { ListedReturn } from '../return-endpoints.ts'
import type { Mark } from './order-marks.ts'

/** Why something comes back, as staff read it. */
const reasonTexts: ReadonlyMap<string, string> = new Map([
  ['changed-mind', 'Changed their mind'],
  ['not-as-expected', 'Not as expected'],
  ['ordered-by-mistake', 'Ordered by mistake'],
  ['other', 'Another reason'],
  ['withdrawal', 'Withdrawal from the contract'],
])

export const returnReasonText = (reason: string): string => reasonTexts.get(reason) ?? reason

const travelTexts: Readonly<Record<ReturnTravel, string>> = {
  'in-transit': 'on its way',
  lost: 'lost on its way',
  arrived: 'arrived, says its carrier',
}

const labelTexts: ReadonlyMap<string, string> = new Map([
  ['wanted', 'label is being bought'],
  ['bought', 'label sent'],
  ['refused', 'carrier sells no label'],
])

/** Where a package is, or what of its label is known, in a word; null when nothing is. */
export const returnLabelText = (travel: ReturnTravel | null, labelState: string | null): string | null =>
  travel === null ? (labelTexts.get(labelState ?? '') ?? null) : travelTexts[travel]

export const returnMarks: Readonly<Record<ListedReturn['state'], Mark>> = {
  awaited: { word: 'awaited', level: 'low', tone: 'plain' },
  received: { word: 'received', level: 'full', tone: 'ok' },
  canceled: { word: 'canceled', level: 'struck', tone: 'quiet' },
  expired: { word: 'expired', level: 'struck', tone: 'bad' },
}
