/** The mails of a gift until it is claimed, by days after the first mail; `unclaimed` goes to the giver. */
const schedule = [
  { mail: 'claim', afterDays: 0 },
  { mail: 'reminder', afterDays: 7 },
  { mail: 'reminder', afterDays: 21 },
  { mail: 'unclaimed', afterDays: 30 },
] as const

/** Minutes within which the link is mailed once, however often it is requested. */
export const resendMinutes = 10

// After an outage the missed mails are not all sent at once.
const minDaysBetween = 3

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) >= 0 ? a : b

export interface DueNotice {
  readonly mail: (typeof schedule)[number]['mail']
  /** When the next one is due; null when there is none. */
  readonly nextOn: Temporal.PlainDate | null
}

/** The notice that is due after `sent` of them; `firstOn` is the day of the first. Null when all were sent. */
export const dueNotice = (
  sent: number,
  firstOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
): DueNotice | null => {
  const due = schedule[sent]
  if (!due) return null
  const next = schedule[sent + 1]
  const nextOn = next
    ? later(firstOn.add({ days: next.afterDays }), today.add({ days: minDaysBetween }))
    : null
  return { mail: due.mail, nextOn }
}
