/** A day of the shop: its moments, and until which of them it is compared. */
export interface DaySpan {
  readonly day: Temporal.PlainDate
  readonly from: Temporal.Instant
  /** What happened at this moment still counts. */
  readonly until: Temporal.Instant
  /** The moment after its end. */
  readonly end: Temporal.Instant
}

/** The days that are compared, in the order of their columns. */
export const comparedDays = ['today', 'yesterday', 'last-week'] as const
export type ComparedDay = (typeof comparedDays)[number]

/**
 * The moment at which the clocks of a day show a time: the first one where they show it twice, and that of the change where they
 * leave it out.
 */
const momentAt = (
  day: Temporal.PlainDate,
  time: Temporal.PlainTime,
  timeZone: string,
): Temporal.ZonedDateTime => {
  const found = day.toZonedDateTime({ timeZone, plainTime: time })
  if (found.toPlainTime().equals(time)) return found
  return found.getTimeZoneTransition('previous') ?? found
}

/** A day with the moments at which it begins and is over. */
export const wholeDay = (day: Temporal.PlainDate, timeZone: string): Omit<DaySpan, 'until'> => ({
  day,
  from: day.toZonedDateTime(timeZone).toInstant(),
  end: day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
})

const spanOf = (day: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): DaySpan => ({
  ...wholeDay(day, timeZone),
  until: momentAt(day, time, timeZone).toInstant(),
})

/** The first day that somebody still compares with `today`: also a process for which it is yesterday. */
export const firstComparedDay = (today: Temporal.PlainDate): Temporal.PlainDate => today.subtract({ days: 8 })

/** The beginning of the quarter of an hour that a moment is in; at every one the clocks of all time zones show a whole quarter. */
export const quarterOf = (moment: Temporal.Instant): Temporal.Instant =>
  moment.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' })

/** Today until now, and yesterday and the same weekday of the last week until the same time by the clocks of the shop. */
export const daySpans = (now: Temporal.Instant, timeZone: string): Readonly<Record<ComparedDay, DaySpan>> => {
  const here = now.toZonedDateTimeISO(timeZone)
  const [today, time] = [here.toPlainDate(), here.toPlainTime()]
  return {
    // Of an hour that comes twice, now may be in the second.
    today: { ...spanOf(today, time, timeZone), until: now },
    yesterday: spanOf(today.subtract({ days: 1 }), time, timeZone),
    'last-week': spanOf(today.subtract({ days: 7 }), time, timeZone),
  }
}
