import type { ProblemKind, ProblemState, ProblemWish } from '#return/rules/problem-offer.ts'
import type { Mark } from './order-marks.ts'

const kindTexts: Readonly<Record<ProblemKind, string>> = {
  missing: 'Missing',
  damaged: 'Damaged',
  'wrong-item': 'Not what was ordered',
}

/** What is wrong, as staff read it. */
export const problemKindText = (kind: ProblemKind): string => kindTexts[kind]

/** What the buyer wants. */
export const problemWishText = (wish: ProblemWish): string =>
  wish === 'refund' ? 'A refund' : 'To get it again'

export const problemMarks: Readonly<Record<ProblemState, Mark>> = {
  open: { word: 'open', level: 'low', tone: 'bad' },
  refunded: { word: 'refunded', level: 'full', tone: 'ok' },
  reshipped: { word: 'sent again', level: 'full', tone: 'ok' },
  declined: { word: 'declined', level: 'struck', tone: 'quiet' },
}

/** The list of reports by state, and what it says when there are none. */
export const problemViews: readonly {
  readonly state: ProblemState
  readonly label: string
  readonly empty: string
}[] = [
  { state: 'open', label: 'Open', empty: 'No report of a problem is open.' },
  { state: 'refunded', label: 'Refunded', empty: 'No report was refunded yet.' },
  { state: 'reshipped', label: 'Sent again', empty: 'Nothing was sent again for a report yet.' },
  { state: 'declined', label: 'Declined', empty: 'No report was declined yet.' },
]

/** The page of a report. */
export const problemAddress = (number: string): string => `/desk/problems/${encodeURIComponent(number)}`
