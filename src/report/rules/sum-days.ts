/** What is summed by day, each from rows of its own. */
export const sumParts = ['ledger', 'subscriptions', 'dunning', 'coupons'] as const

export type SumPart = (typeof sumParts)[number]

/** Days from one on and before another; null for all before, or all after. */
export interface Days {
  readonly from: Temporal.PlainDate | null
  readonly before: Temporal.PlainDate | null
}

const later = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (a === null || b === null) return a ?? b
  return Temporal.PlainDate.compare(a, b) >= 0 ? a : b
}

const earlier = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): Temporal.PlainDate | null => {
  if (a === null || b === null) return a ?? b
  return Temporal.PlainDate.compare(a, b) <= 0 ? a : b
}

const isEmpty = ({ from, before }: Days): boolean =>
  from !== null && before !== null && Temporal.PlainDate.compare(from, before) >= 0

const overlap = (a: Days, b: Days): Days => ({
  from: later(a.from, b.from),
  before: earlier(a.before, b.before),
})

export const oneDay = (day: Temporal.PlainDate): Days => ({ from: day, before: day.add({ days: 1 }) })

/** Where the numbers of some days are read. */
export interface SumSources {
  /** The days that have sums, those in `late` left out; null when none of them is asked for. */
  readonly stored: Days | null
  readonly late: readonly Temporal.PlainDate[]
  /** The days that are added up from their rows. */
  readonly computed: readonly Days[]
}

/**
 * Days that are over are read from their sums, the others from their rows: those after `through`, and those for which
 * something was written later and not summed yet.
 */
export const sumSources = (
  requested: Days,
  through: Temporal.PlainDate | null,
  late: readonly Temporal.PlainDate[],
): SumSources => {
  if (through === null) return { stored: null, late: [], computed: [requested] }
  const open = overlap(requested, { from: through.add({ days: 1 }), before: null })
  const stored = overlap(requested, { from: null, before: through.add({ days: 1 }) })
  const lateHere = late.filter((day) => !isEmpty(overlap(stored, oneDay(day))))
  return {
    stored: isEmpty(stored) ? null : stored,
    late: lateHere,
    computed: [open, ...lateHere.map(oneDay)].filter((days) => !isEmpty(days)),
  }
}
