import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'

type Db = Kysely<Database>

/** Where events are sent to. */
export interface WebhookEndpoint {
  readonly id: string
  readonly name: string
  readonly url: string
  /** Also those that only a newer release knows. */
  readonly eventTypes: readonly string[]
  readonly createdAt: Temporal.Instant
  /** Null while it gets events. */
  readonly offAt: Temporal.Instant | null
  readonly offReason: string | null
  /** Which of its secrets counts, from 1 on. */
  readonly secretNumber: number
  /** Until then messages are signed with the secret before, too. */
  readonly oldSecretUntil: Temporal.Instant | null
  /** Failed attempts in a row. */
  readonly failures: number
  readonly pausedUntil: Temporal.Instant | null
}

const Types = z.array(z.string())

const endpointFrom = (row: Selectable<Database['partner_endpoint']>): WebhookEndpoint => ({
  id: row.id,
  name: row.name,
  url: row.url,
  eventTypes: Types.parse(row.event_types),
  createdAt: Temporal.Instant.from(row.created_at),
  offAt: instantOrNull(row.off_at),
  offReason: row.off_reason,
  secretNumber: row.secret_number,
  oldSecretUntil: instantOrNull(row.old_secret_until),
  failures: row.failures,
  pausedUntil: instantOrNull(row.paused_until),
})

export const insertEndpoint = async (
  tx: Tx,
  endpoint: Pick<WebhookEndpoint, 'id' | 'name' | 'url' | 'eventTypes'>,
): Promise<void> => {
  await tx.db
    .insertInto('partner_endpoint')
    .values({
      id: endpoint.id,
      name: endpoint.name,
      url: endpoint.url,
      event_types: [...endpoint.eventTypes],
      created_at: tx.now.toString(),
    })
    .execute()
}

/** All endpoints, the oldest first. */
export const selectEndpoints = async (db: Db): Promise<WebhookEndpoint[]> =>
  (await db.selectFrom('partner_endpoint').selectAll().orderBy('id').execute()).map(endpointFrom)

/** Endpoints that get events. */
export const selectActiveEndpoints = async (db: Db): Promise<WebhookEndpoint[]> => {
  const query = db.selectFrom('partner_endpoint').selectAll().where('off_at', 'is', null)
  return (await query.orderBy('id').execute()).map(endpointFrom)
}

/** An endpoint; null for an unknown one. */
export const selectEndpoint = async (db: Db, id: string): Promise<WebhookEndpoint | null> => {
  const row = await db.selectFrom('partner_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? endpointFrom(row) : null
}

/** An endpoint, locked for the transaction; null for an unknown one. */
export const lockEndpoint = async (tx: Tx, id: string): Promise<WebhookEndpoint | null> => {
  const query = tx.db.selectFrom('partner_endpoint').selectAll().where('id', '=', id).forUpdate()
  const row = await query.executeTakeFirst()
  return row ? endpointFrom(row) : null
}

/** Turns an endpoint off, or on again when there is no reason: it then begins without failures. */
export const updateOff = async (tx: Tx, id: string, reason: string | null): Promise<void> => {
  const isOff = reason !== null
  await tx.db
    .updateTable('partner_endpoint')
    .set({
      off_at: isOff ? tx.now.toString() : null,
      off_reason: reason,
      ...(isOff ? {} : { failures: 0, paused_until: null }),
    })
    .where('id', '=', id)
    .execute()
}

export const updateSecret = async (
  tx: Tx,
  id: string,
  secretNumber: number,
  oldSecretUntil: Temporal.Instant,
): Promise<void> => {
  await tx.db
    .updateTable('partner_endpoint')
    .set({ secret_number: secretNumber, old_secret_until: oldSecretUntil.toString() })
    .where('id', '=', id)
    .execute()
}

/** Counts a failed attempt; returns how many there are in a row. */
export const addFailure = async (tx: Tx, id: string): Promise<number> => {
  const row = await tx.db
    .updateTable('partner_endpoint')
    .set((set) => ({ failures: set('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

export const updatePause = async (tx: Tx, id: string, until: Temporal.Instant): Promise<void> => {
  await tx.db
    .updateTable('partner_endpoint')
    .set({ paused_until: until.toString() })
    .where('id', '=', id)
    .execute()
}

/** Forgets the failures of an endpoint that has taken something; false when it had none. */
export const clearFailures = async (tx: Tx, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('partner_endpoint')
    .set({ failures: 0, paused_until: null })
    .where('id', '=', id)
    .where('failures', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
