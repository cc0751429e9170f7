import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'

interface EventDraft {
  readonly messageId: string
  readonly visitId: string
  readonly name: string
  readonly path: string
  readonly properties: Readonly<Record<string, string>>
}

/** Keeps events, each once however often it comes; says how many are new. */
export const insertEvents = async (work: Work, events: readonly EventDraft[]): Promise<number> => {
  const rows = await work.db
    .insertInto('analytics_event')
    .values(
      events.map((event) => ({
        message_id: event.messageId,
        visit_id: event.visitId,
        name: event.name,
        path: event.path,
        properties: JSON.stringify(event.properties),
        received_at: work.now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id')
    .execute()
  return rows.length
}

/** How often each page was read since a moment, and by how many browsers; the most read first. */
export const countPages = (db: Kysely<Database>, since: Temporal.Instant) =>
  db
    .selectFrom('analytics_event')
    .select((select) => [
      'path',
      select.fn.countAll<number>().as('views'),
      select.fn.count<number>('visit_id').distinct().as('visits'),
    ])
    .where('received_at', '>=', since.toString())
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .limit(100)
    .execute()

/** Events older than this are of no more use. */
export const deleteEventsBefore = async (work: Work, moment: Temporal.Instant): Promise<void> => {
  await work.db.deleteFrom('analytics_event').where('received_at', '<', moment.toString()).execute()
}
