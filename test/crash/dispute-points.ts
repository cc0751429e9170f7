import type { CrashPoint } from '#platform/crash-points.ts'

/** The steps of reading a dispute. */
export const atDispute: readonly CrashPoint[] = [
  'dispute: reading begun',
  'dispute: processor answered',
  'dispute: recorded',
]

/** Evidence is at the bank, and the shop has not written that down. */
export const atEvidence: readonly CrashPoint[] = ['dispute: evidence sent']
