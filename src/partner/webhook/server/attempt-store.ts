import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

/** What was sent, and what came back. */
export interface Attempt {
  readonly endpointId: string
  readonly eventId: string
  /** Null when there was no answer. */
  readonly status: number | null
  readonly milliseconds: number
  /** The beginning of the answer, or why there was none. */
  readonly detail: string
}

export const insertAttempt = (tx: Tx, attempt: Attempt): Promise<void> =>
  tx.defer(
    tx.db.insertInto('partner_attempt').values({
      id: tx.ids.uuid(),
      endpoint_id: attempt.endpointId,
      event_id: attempt.eventId,
      sent_at: tx.now.toString(),
      status: attempt.status,
      milliseconds: attempt.milliseconds,
      detail: attempt.detail,
    }),
  )

/** The attempts of some deliveries to an endpoint, the newest first. */
export const selectAttempts = async (
  db: Db,
  endpointId: string,
  eventIds: readonly string[],
): Promise<readonly (Attempt & { readonly sentAt: string })[]> => {
  if (eventIds.length === 0) return []
  const rows = await db
    .selectFrom('partner_attempt')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', [...eventIds])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ event_id: eventId, sent_at: sentAt, status, milliseconds, detail }) => ({
    endpointId,
    eventId,
    sentAt: Temporal.Instant.from(sentAt).toString(),
    status,
    milliseconds,
    detail,
  }))
}
