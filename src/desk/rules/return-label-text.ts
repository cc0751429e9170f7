import type { ReturnTravel } from '#return/rules/return-travel.ts'

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
