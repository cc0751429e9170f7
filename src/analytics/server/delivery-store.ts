import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { TrackedEvent } from '../rules/destinations.ts'
import type { ExternalDestinationName, EventDelivery } from './destination.ts'

const Values = z.record(z.string(), z.json())

/** The delivery of an event to one destination. */
const StoredEvent = z.object({
  messageId: z.string(),
  type: z.enum(['page', 'track', 'identify']),
  name: z.string(),
  happenedAt: z.string(),
  properties: Values,
  visit: z.string().nullable(),
  accountId: z.string().nullable(),
  email: z.string().nullable(),
  hashes: Values.nullable(),
  campaign: z.object({ last: Values, first: Values }).nullable(),
  click: z.string().nullable(),
  place: z.object({ country: z.string(), region: z.string() }).nullable(),
  browser: z.string().nullable(),
  activeGroups: z.string(),
}) satisfies z.ZodType<TrackedEvent>

interface DeliveryDraft extends EventDelivery {
  readonly destination: ExternalDestinationName
  readonly batchId: string
}

interface NewDelivery {
  readonly batchId: string
  readonly messageId: string
}

/** Writes deliveries; a message that a destination has already is skipped. */
export const insertDeliveries = async (
  tx: Tx,
  drafts: readonly DeliveryDraft[],
): Promise<readonly NewDelivery[]> => {
  if (drafts.length === 0) return []
  const rows = await tx.db
    .insertInto('analytics_delivery')
    .values(
      drafts.map(({ destination, batchId, accountId, event }, position) => ({
        id: tx.ids.uuid(),
        destination,
        message_id: event.messageId,
        batch_id: batchId,
        position,
        account_id: accountId,
        event: JSON.stringify(event),
        state: 'waiting',
        attempts: 0,
        fault: '',
        written_at: tx.now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['destination', 'message_id']).doNothing())
    .returning(['batch_id', 'message_id'])
    .execute()
  return rows.map((row) => ({ batchId: row.batch_id, messageId: row.message_id }))
}

/** A batch that is being delivered; `wasSending` when an earlier attempt ended with an unknown outcome. */
export interface ClaimedBatch {
  readonly destination: string
  readonly attempts: number
  readonly wasSending: boolean
  readonly deliveries: readonly EventDelivery[]
}

/** Claims a batch and counts the attempt; null when there is nothing left to deliver. */
export const claimBatch = async ({ db }: Tx, batchId: string): Promise<ClaimedBatch | null> => {
  const rows = await db
    .selectFrom('analytics_delivery')
    .select(['destination', 'state', 'attempts', 'account_id', 'event'])
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'sending'])
    .orderBy('position')
    .forUpdate()
    .execute()
  const [first] = rows
  if (!first) return null
  await db
    .updateTable('analytics_delivery')
    .set((set) => ({ state: 'sending', attempts: set('attempts', '+', 1) }))
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
  return {
    destination: first.destination,
    attempts: first.attempts + 1,
    wasSending: rows.some(({ state }) => state === 'sending'),
    deliveries: rows.map(({ event, account_id: accountId }) => ({
      event: StoredEvent.parse(event),
      accountId,
    })),
  }
}

/** Records the outcome of a batch; delivered and failed events are emptied. */
export const settleBatch = async (
  { db }: Tx,
  batchId: string,
  outcome: { readonly state: 'delivered' | 'waiting' | 'failed'; readonly fault: string },
): Promise<void> => {
  await db
    .updateTable('analytics_delivery')
    .set({ ...outcome, ...(outcome.state === 'waiting' ? {} : { event: null }) })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sending')
    .execute()
}

/** How many events wait for whom, or were given up: for those who watch the shop. */
export const countOpenDeliveries = (db: Kysely<Database>) =>
  db
    .selectFrom('analytics_delivery')
    .select((select) => ['destination', 'state', select.fn.countAll<number>().as('count')])
    .where('state', '<>', 'delivered')
    .groupBy(['destination', 'state'])
    .execute()

/** Cancels the deliveries of a person's events; delivered ones keep only their id. */
export const forgetDeliveriesOf = async (tx: Tx, accountId: string, email: string): Promise<void> => {
  await tx.db
    .updateTable('analytics_delivery')
    .set((set) => ({
      account_id: null,
      event: null,
      state: set
        .case()
        .when('state', 'in', ['waiting', 'sending'])
        .then('failed')
        .else(set.ref('state'))
        .end(),
      fault: 'the person was forgotten',
    }))
    .where((is) => is.or([is('account_id', '=', accountId), is(sql<string>`event ->> 'email'`, '=', email)]))
    .execute()
}

/** Deletes at most so many deliveries that were written before; the result is how many. */
export const deleteDeliveriesBefore = async (
  { db }: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('analytics_delivery')
    .select('id')
    .where('written_at', '<', before.toString())
    .orderBy('written_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('analytics_delivery')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
