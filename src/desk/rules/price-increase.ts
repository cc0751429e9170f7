import type { Mark } from './order-marks.ts'

/** What became of an increase for a subscription. */
export const increaseMemberStates = [
  'waiting',
  'sending',
  'notified',
  'charging',
  'charged',
  'kept',
  'not-notified',
  'no-order',
  'agreed-later',
  'pays-as-much',
  'ended',
] as const

export type IncreaseMemberState = (typeof increaseMemberStates)[number]

export type IncreaseCountsByState = ReadonlyMap<IncreaseMemberState, number>

export const increaseStates = [
  'waiting for a second person',
  'refused',
  'expired',
  'planned',
  'announced',
  'running',
  'done',
  'stopped',
  'withdrawn',
] as const

export type IncreaseState = (typeof increaseStates)[number]

interface ScheduledFacts {
  readonly isUndone: boolean
  /** Notices that went out. */
  readonly sent: number
  readonly counts: IncreaseCountsByState
  readonly effectiveOn: Temporal.PlainDate
  readonly today: Temporal.PlainDate
}

const sumOf = (counts: IncreaseCountsByState, states: readonly IncreaseMemberState[]): number =>
  states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)

/** Those for whom an increase has still something to do. */
const open: readonly IncreaseMemberState[] = ['waiting', 'sending', 'notified', 'charging']

/** How far a scheduled increase is. Undone before a notice went out it is withdrawn, and afterwards stopped. */
export const increaseState = ({
  isUndone,
  sent,
  counts,
  effectiveOn,
  today,
}: ScheduledFacts): IncreaseState => {
  if (isUndone) return sent > 0 ? 'stopped' : 'withdrawn'
  const hasBegun = Temporal.PlainDate.compare(effectiveOn, today) <= 0
  if (hasBegun && sumOf(counts, open) === 0) return 'done'
  if (hasBegun) return 'running'
  return sent > 0 ? 'announced' : 'planned'
}

/** Those whom an increase is about; not who is left out, or had the plan before. */
const affected: readonly IncreaseMemberState[] = [...open, 'charged', 'kept', 'not-notified']

/** What the numbers of a list open: one state, everybody whom it is about, or everybody who was notified. */
export const increaseRowKinds = [...increaseMemberStates, 'affected', 'sent'] as const

export type IncreaseRowKind = (typeof increaseRowKinds)[number]

/** The states behind a number; null for any. */
export const statesOf = (kind: IncreaseRowKind): readonly IncreaseMemberState[] | null => {
  if (kind === 'sent') return null
  return kind === 'affected' ? affected : [kind]
}

export const affectedCount = (counts: IncreaseCountsByState): number => sumOf(counts, affected)

export const isStoppable = (state: IncreaseState): boolean =>
  state === 'planned' || state === 'announced' || state === 'running'

export const increaseMarks: Readonly<Record<IncreaseState, Mark>> = {
  'waiting for a second person': { word: 'waiting for a second person', level: 'empty', tone: 'plain' },
  refused: { word: 'refused', level: 'struck', tone: 'bad' },
  expired: { word: 'expired', level: 'struck', tone: 'quiet' },
  planned: { word: 'planned', level: 'low', tone: 'plain' },
  announced: { word: 'announced', level: 'half', tone: 'plain' },
  running: { word: 'running', level: 'full', tone: 'plain' },
  done: { word: 'done', level: 'full', tone: 'ok' },
  stopped: { word: 'stopped', level: 'struck', tone: 'bad' },
  withdrawn: { word: 'withdrawn', level: 'struck', tone: 'quiet' },
}

export const memberStateTexts: Readonly<Record<IncreaseMemberState, string>> = {
  waiting: 'Notice is not due yet',
  sending: 'Notice is being sent',
  notified: 'Notified, not charged yet',
  charging: 'Being charged the new price now',
  charged: 'Charged the new price',
  kept: 'Was notified and keeps the old price',
  'not-notified': 'Was not notified and keeps the old price',
  'no-order': 'Left out: paused without an end, so no order is to come',
  'agreed-later': 'Left out: agreed to the price after this increase was scheduled',
  'pays-as-much': 'Left out: pays as much or more already',
  ended: 'Left out: canceled, or has another plan by now',
}

export const rowKindTexts: Readonly<Record<IncreaseRowKind, string>> = {
  ...memberStateTexts,
  affected: 'Affected',
  sent: 'Notice sent',
}

/** What a preview counted for one plan in one currency. Money in cents. */
export interface PreviewedCounts {
  readonly plan_code: string
  readonly currency: string
  readonly affected: number
  readonly late: number
  readonly pays_as_much: number
  readonly without_order: number
  readonly without_address: number
  readonly orders_cents: number
}

const countNames = [
  ['affected', 'are affected'],
  ['late', 'are too late for their first order'],
  ['pays_as_much', 'pay as much already'],
  ['without_order', 'have no order to come'],
  ['without_address', 'have lost their address'],
] as const

/** What is different from a preview, in sentences; empty when nothing is. */
export const changedCounts = (
  before: readonly PreviewedCounts[],
  now: readonly PreviewedCounts[],
): readonly string[] =>
  now.flatMap((one) => {
    const earlier = before.find((part) => part.plan_code === one.plan_code && part.currency === one.currency)
    if (!earlier) return [`${one.plan_code} was not previewed in ${one.currency}.`]
    const changed = countNames.flatMap(([name, text]) =>
      earlier[name] === one[name]
        ? []
        : [`${one.plan_code}: ${one[name]} subscriptions ${text}, and ${earlier[name]} in the preview.`],
    )
    return changed.length === 0 && earlier.orders_cents !== one.orders_cents
      ? [`${one.plan_code}: what members pay today is not what it was in the preview.`]
      : changed
  })
