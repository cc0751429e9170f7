import { createHash } from 'node:crypto'
import type { Partner, Staff } from '#platform/request-context.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { auditJson, entryText } from '../rules/audit-chain.ts'
import type { AuditEntry, AuditFacts } from '../rules/audit-chain.ts'
import {
  hasEntrySince,
  insertDay,
  insertEntry,
  lockLastDay,
  selectDays,
  selectEntriesOfDay,
} from './audit-store.ts'
import type { AuditDay, Db, StoredEntry } from './audit-store.ts'

export {
  selectActionsAbout as actionsAbout,
  selectEntries as auditEntries,
  selectViewsOf as viewsOf,
} from './audit-store.ts'
export type { AuditPlace, StoredEntry } from './audit-store.ts'

type Json = Parameters<typeof auditJson>[0]

/** Who acts, in which request. */
export interface AuditActor {
  /** The shop itself where a rule acts that people set before. */
  readonly actor: Staff | Partner | 'operator' | 'shop'
  readonly requestId: string
}

/** What was done, to what, for whom. Holds ids and sums, never names or addresses of members. */
export interface NewAuditEntry {
  readonly action: string
  readonly subject: string
  readonly accountId?: string | null
  readonly before?: Json
  readonly after?: Json
  readonly reason?: string
}

const nameOf = (actor: AuditActor['actor']): string => {
  if (actor === 'operator') return 'Operator at the command line'
  if (actor === 'shop') return 'The shop itself'
  if (actor.kind === 'partner') return `${actor.credential === 'app' ? 'App' : 'API key'} ${actor.name}`
  return `${actor.name} (${actor.role})`
}

const factsOf = ({ actor, requestId }: AuditActor, entry: NewAuditEntry): AuditFacts => ({
  staffId: typeof actor === 'string' || actor.kind === 'partner' ? null : actor.staffId,
  actor: nameOf(actor),
  action: entry.action,
  subject: entry.subject,
  accountId: entry.accountId ?? null,
  before: auditJson(entry.before ?? null),
  after: auditJson(entry.after ?? null),
  reason: entry.reason ?? '',
  requestId,
})

const beginning = Buffer.alloc(32)

const hashOf = (previous: Buffer, entry: AuditEntry): Buffer =>
  createHash('sha256').update(previous).update(entryText(entry)).digest()

/** The day that an entry of now belongs to: days never go back, also when two transactions meet at midnight. */
const dayFor = async (tx: Tx, last: AuditDay | null): Promise<AuditDay> => {
  if (last && Temporal.PlainDate.compare(last.day, tx.today) >= 0) return last
  const start = last?.root ?? beginning
  await insertDay(tx, { day: tx.today, start })
  return { day: tx.today, start, entries: 0, root: start }
}

const append = async (tx: Tx, facts: AuditFacts, once: Temporal.Instant | null): Promise<void> => {
  const last = await lockLastDay(tx)
  if (once !== null && (await hasEntrySince(tx.db, facts, once))) return
  const { day, entries, root } = await dayFor(tx, last)
  const at = Temporal.Instant.fromEpochMilliseconds(tx.now.epochMilliseconds)
  const entry = { ...facts, day, position: entries + 1, at }
  await insertEntry(tx, { ...entry, hash: hashOf(root, entry) })
}

/**
 * Writes an entry in the transaction of the action itself, as its last step, after what else is done before the commit: the log is
 * locked only briefly, and nobody who holds it waits for a row of somebody who waits for it.
 */
export const recordAction = (tx: Tx, actor: AuditActor, entry: NewAuditEntry): void =>
  tx.beforeCommit(async () => tx.beforeCommit(() => append(tx, factsOf(actor, entry), null)))

const hourOf = (now: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / 3_600_000) * 3_600_000)

const isSameSince =
  ({ staffId, action, subject }: AuditFacts, since: Temporal.Instant) =>
  (entry: StoredEntry): boolean =>
    entry.staffId === staffId &&
    entry.action === action &&
    entry.subject === subject &&
    Temporal.Instant.compare(entry.at, since) >= 0

/**
 * Reading somebody's data is an action too: one entry for a person, a subject and an hour. Entries that the caller has `read`
 * already are not asked for again.
 */
export const recordView = async (
  deps: AppDeps,
  actor: AuditActor,
  entry: NewAuditEntry,
  read: readonly StoredEntry[] = [],
): Promise<void> => {
  const facts = factsOf(actor, entry)
  if (read.some(isSameSince(facts, hourOf(deps.clock.now())))) return
  if (await hasEntrySince(deps.database, facts, hourOf(deps.clock.now()))) return
  await inTransaction(deps, async (tx) => tx.beforeCommit(() => append(tx, facts, hourOf(tx.now))))
}

/** What is wrong with a day of the log, as a sentence; null for a complete one. Returns its root too. */
const checkDay = async (db: Db, { day, start, entries, root }: AuditDay): Promise<string | null> => {
  const size = 1_000
  let previous = start
  for (let done = 0; ;) {
    const batch = await selectEntriesOfDay(db, day, done, size)
    for (const { hash, ...entry } of batch) {
      done += 1
      if (entry.position !== done) return `entry ${done} of ${day.toString()} is missing.`
      if (!hashOf(previous, entry).equals(hash))
        return `entry ${done} of ${day.toString()} was changed, or moved here.`
      previous = hash
    }
    if (batch.length < size)
      return done === entries && previous.equals(root)
        ? null
        : `${day.toString()} had ${entries} entries, and ${done} of them are here.`
  }
}

/** What `audit verify` found. */
export interface AuditCheck {
  readonly days: number
  readonly entries: number
  /** The hash of the last entry, as hexadecimal digits; null for an empty log. */
  readonly root: string | null
  /** Sentences; none for an unbroken log. */
  readonly problems: readonly string[]
}

/** Recomputes every hash of the log. */
export const verifyAudit = async (db: Db): Promise<AuditCheck> => {
  const days = await selectDays(db)
  const problems: string[] = []
  let previous: Buffer = beginning
  for (const day of days) {
    if (!day.start.equals(previous)) problems.push(`${day.day.toString()} does not follow the day before it.`)
    const problem = await checkDay(db, day)
    if (problem !== null) problems.push(problem)
    previous = day.root
  }
  return {
    days: days.length,
    entries: days.reduce((sum, { entries }) => sum + entries, 0),
    root: days.at(-1)?.root.toString('hex') ?? null,
    problems,
  }
}
