import type { Db } from '../charge/server/charge-store.ts'
import type { ProcessorName, WebhookEvent } from '../processor/server/processor.ts'

/** Records the event; false when it was recorded before. */
export const insertWebhookEvent = async (
  db: Db,
  processor: ProcessorName,
  event: WebhookEvent,
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .insertInto('webhook_event')
    .values({ processor, event_id: event.id, type: event.type, received_at: now.toString() })
    .onConflict((conflict) => conflict.columns(['processor', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}
