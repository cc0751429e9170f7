/** An entry that takes whole days. */
export interface CalendarEntry {
  /** The same for the same entry in every download, so that a calendar replaces it. */
  readonly id: string
  /** ISO dates; both belong to it. */
  readonly from: string
  readonly until: string
  readonly title: string
  readonly details: string
  readonly url: string
}

const lineLength = 75

/** RFC 5545, 3.3.11: what a text may not hold as it is. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)

/** Of one sign in UTF-8. */
const octetsOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_00_00 ? 3 : 4
}

/** RFC 5545, 3.1: lines of at most 75 octets; a longer one continues after a break and a space. */
const folded = (line: string): string => {
  let length = 0
  let text = ''
  for (const sign of line) {
    const octets = octetsOf(sign)
    if (length + octets > lineLength) {
      text += '\r\n '
      length = 1
    }
    text += sign
    length += octets
  }
  return text
}

const day = (date: Temporal.PlainDate): string => date.toString().replaceAll('-', '')

const entryLines = (entry: CalendarEntry, stamp: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.id)}`,
  `DTSTAMP:${stamp}`,
  `DTSTART;VALUE=DATE:${day(Temporal.PlainDate.from(entry.from))}`,
  // The end of a whole-day entry is the day after it.
  `DTEND;VALUE=DATE:${day(Temporal.PlainDate.from(entry.until).add({ days: 1 }))}`,
  `SUMMARY:${escaped(entry.title)}`,
  `DESCRIPTION:${escaped(entry.details)}`,
  `URL:${entry.url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** A calendar file (RFC 5545) of entries made by `product` at `made`. */
export const calendarFile = (
  product: string,
  made: Temporal.Instant,
  entries: readonly CalendarEntry[],
): string => {
  const stamp = made.round('second').toString().replaceAll(/[-:]/g, '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entries.flatMap((entry) => entryLines(entry, stamp)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}
