/** What one entry of the audit log says. */
export interface AuditFacts {
  /** Null for an operator at the command line. */
  readonly staffId: string | null
  /** Name and role at that time. */
  readonly actor: string
  /** What was done: `order.refunded`. */
  readonly action: string
  /** What it was done to: `order:LA5H0P3RMW`. */
  readonly subject: string
  readonly accountId: string | null
  /** JSON of what it was, and of what it is. */
  readonly before: string
  readonly after: string
  readonly reason: string
  readonly requestId: string
}

/** An entry at its place. */
export interface AuditEntry extends AuditFacts {
  readonly day: Temporal.PlainDate
  /** From 1 on, within its day. */
  readonly position: number
  readonly at: Temporal.Instant
}

/** The text whose hash, after the hash before it, is the hash of an entry. */
export const entryText = ({ day, position, at, ...facts }: AuditEntry): string =>
  JSON.stringify([
    day.toString(),
    position,
    at.epochMilliseconds,
    facts.staffId,
    facts.actor,
    facts.action,
    facts.subject,
    facts.accountId,
    facts.before,
    facts.after,
    facts.reason,
    facts.requestId,
  ])

/** A value as the log keeps it: its keys sorted, so that the same facts are the same text. */
export const auditJson = (value: Readonly<Record<string, string | number | boolean | null>> | null): string =>
  value === null
    ? ''
    : JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))))
