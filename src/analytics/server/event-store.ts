import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { TrackedEvent } from '../rules/destinations.ts'

interface EventDraft {
  readonly event: TrackedEvent
  /** The visit id of the consent; null for what the server reports. */
  readonly visitId: string | null
  readonly source: 'browser' | 'server'
}

const rowOf = ({ event, visitId, source }: EventDraft, now: Temporal.Instant) => {
  const { path, ...properties } = event.properties
  return {
    message_id: event.messageId,
    visit_id: visitId,
    type: event.type,
    source,
    name: event.name,
    path: typeof path === 'string' ? path : null,
    properties: JSON.stringify(properties),
    anonymous_id: event.visit,
    account_id: event.accountId,
    email: event.email,
    campaign: event.campaign === null ? null : JSON.stringify(event.campaign),
    country: event.place?.country ?? null,
    region: event.place?.region ?? null,
    active_groups: event.activeGroups,
    happened_at: event.happenedAt,
    received_at: now.toString(),
  }
}

/** Stores events, each once however often it comes; returns the ids of those that are new. */
export const insertEvents = async (tx: Tx, events: readonly EventDraft[]): Promise<readonly string[]> => {
  if (events.length === 0) return []
  const rows = await tx.db
    .insertInto('analytics_event')
    .values(events.map((event) => rowOf(event, tx.now)))
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id')
    .execute()
  return rows.map(({ message_id: id }) => id)
}

/** How often each page was read since a moment, and by how many browsers; the most read first. */
export const countPages = async (db: Kysely<Database>, since: Temporal.Instant) => {
  const rows = await db
    .selectFrom('analytics_event')
    .select((select) => [
      'path',
      select.fn.countAll<number>().as('views'),
      select.fn.count<number>('visit_id').distinct().as('visits'),
    ])
    .where('received_at', '>=', since.toString())
    .where('type', '=', 'page')
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .limit(100)
    .execute()
  return rows.map(({ path, ...counts }) => ({ path: path ?? '', ...counts }))
}

/** A step of a visit: one of these events, or a page view of one of these paths. */
export interface VisitStep {
  readonly events: readonly string[]
  readonly paths: readonly string[]
}

/** How many browsers took each of these steps from one moment on and before another; those that agreed to be counted. */
export const countVisits = async (
  db: Kysely<Database>,
  steps: readonly VisitStep[],
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<readonly number[]> => {
  const counts = steps.map(
    ({ events, paths }) => sql`count(distinct visit_id)
      filter (where name = any(${events}::text[]) or path = any(${paths}::text[]))::integer`,
  )
  const { rows } = await sql<{ counts: readonly number[] }>`
    select array[${sql.join(counts)}] as counts from analytics_event where source = 'browser'
      and received_at >= ${from.toString()} and received_at < ${to.toString()}`.execute(db)
  return rows[0]?.counts ?? []
}

/** When the first event that is stored came; null when there is none. */
export const firstEventAt = async (db: Kysely<Database>): Promise<Temporal.Instant | null> => {
  const first = await db
    .selectFrom('analytics_event')
    .select('received_at')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return first ? Temporal.Instant.from(first.received_at) : null
}

/** What is stored of a member, and of anybody who entered the member's address, for the member. */
export const readEventsOf = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom('analytics_event')
    .select(['name', 'path', 'properties', 'campaign', 'country', 'region', 'happened_at'])
    .where('account_id', '=', accountId)
    .orderBy('happened_at')
    .execute()

/** Removes the person and the browser from events; the events stay. */
export const anonymizeEventsOf = async (tx: Tx, accountId: string, email: string): Promise<void> => {
  await tx.db
    .updateTable('analytics_event')
    .set({ account_id: null, email: null, anonymous_id: null, visit_id: null })
    .where((is) => is.or([is('account_id', '=', accountId), is('email', '=', email)]))
    .execute()
}

/** Deletes at most so many events that were received before; the result is how many. */
export const deleteEventsBefore = async (
  { db }: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('analytics_event')
    .select('message_id')
    .where('received_at', '<', before.toString())
    .orderBy('received_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('analytics_event')
    .where('message_id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
