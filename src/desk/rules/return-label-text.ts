import type { ReturnTravel } from '#return/rules/return-policy.ts'

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

/** Where a package is, or the state of its label, in a word; null when neither is known. */
export const returnLabelText = (travel: ReturnTravel | null, labelState: string | null): string | null =>
  travel === null ? (labelTexts.get(labelState ?? '') ?? null) : travelTexts[travel]
