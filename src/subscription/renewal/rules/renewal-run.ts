/** The outcome of a subscription that was due in a run; each has exactly one. */
const runOutcomes = [
  'billed',
  'dunned',
  'ended',
  'pending',
  'reopened',
  'withdrawn',
  'settled-before',
  'refused',
  'skipped',
  'paused',
  'parked',
] as const

export type RunOutcome = (typeof runOutcomes)[number]

/** Why a claimed subscription was not charged. */
export type RunRefusal = 'charge-in-flight' | 'already-billed' | 'cycle-ended' | 'no-card' | 'no-order'

/** What prevents a cycle in this state from being opened again. */
export const refusalForState = (cycleState: string | undefined): RunRefusal => {
  if (cycleState === undefined) return 'no-order'
  switch (cycleState) {
    case 'charging':
    case 'unknown':
      return 'charge-in-flight'
    case 'billed':
      return 'already-billed'
    case 'failed':
    case 'skipped':
      return 'cycle-ended'
    default:
      return 'no-order'
  }
}

/** The outcome of a cycle whose run was lost with its process; null while it is unknown. */
export const outcomeOf = (cycleState: string): RunOutcome | null => {
  switch (cycleState) {
    case 'billed':
      return 'billed'
    case 'declined':
      return 'dunned'
    case 'failed':
      return 'ended'
    case 'unknown':
      return 'pending'
    case 'skipped':
      return 'skipped'
    default:
      return null
  }
}

/** A run adds up when everything that was due has an outcome; `open` counts as none. */
export const addsUp = (due: number, outcomes: Readonly<Record<string, number>>): boolean =>
  runOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0) === due &&
  (outcomes['open'] ?? 0) === 0
