import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { RecordedEvent } from '../rules/event-body.ts'
import { EventTypeName, eventTypes } from '../rules/event-types.ts'
import type { EventSubject, SubjectEvent } from '../rules/event-types.ts'
import type { SendingMode } from '../rules/delivery-plan.ts'

type Db = Kysely<Database>

/** Whose events are delivered in their order: an order's, with what happens to it, a subscription's, and a member's. */
const orderingKeys: Readonly<Record<EventSubject, ReturnType<typeof sql<string>>>> = {
  order: sql`'order:' || fact.id`,
  shipment: sql`'order:' || fact.order_id`,
  refund: sql`'order:' || fact.order_id`,
  dispute: sql`'order:' || fact.order_id`,
  subscription: sql`'subscription:' || fact.id`,
  member: sql`'member:' || fact.id`,
  consent: sql`'member:' || fact.id`,
}

/**
 * Writes an event with its deliveries, with the facts of its subject as this transaction sees them, by one statement that
 * nobody waits for.
 */
export const insertEvent = (
  tx: Tx,
  { type, subject, subjectId }: SubjectEvent,
  endpointIds: readonly string[],
): Promise<void> => {
  const now = tx.now.toString()
  return tx.defer(sql`
    with event as (
      insert into partner_event (id, type, ordering_key, facts, happened_at)
      select ${tx.ids.uuid()}::uuid, ${type}, ${orderingKeys[subject]}, to_jsonb(fact), ${now}::timestamptz
      from ${sql.table(`partner_event_${subject}`)} fact where fact.id = ${subjectId}::uuid
      returning id, position, ordering_key
    )
    insert into partner_delivery (endpoint_id, event_id, position, ordering_key, state, next_at, wanted_at)
    select endpoint_id, event.id, event.position, event.ordering_key, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from event, unnest(${[...endpointIds]}::uuid[]) endpoint_id`)
}

/** Whether this release has the form of a delivery's event; the others wait for a process of a newer one. */
const isKnown = sql`exists (select from partner_event event
  where event.id = delivery.event_id and event.type = any(${[...eventTypes]}::text[]))`

/** An endpoint, and what may be sent to it. */
export interface SendingEndpoint {
  readonly id: string
  readonly mode: SendingMode
}

/** Of some endpoints, those for which something is to be sent now. */
export const selectDueEndpoints = async (
  db: Db,
  endpoints: readonly SendingEndpoint[],
  now: Temporal.Instant,
): Promise<string[]> => {
  const ids = endpoints.map(({ id }) => id)
  const modes = endpoints.map(({ mode }) => mode)
  const at = now.toString()
  const { rows } = await sql<{ id: string }>`
    select endpoint.id from unnest(${ids}::uuid[], ${modes}::text[]) endpoint (id, mode)
    where exists (select from partner_delivery delivery
      where delivery.endpoint_id = endpoint.id and delivery.state = 'waiting'
        and (delivery.claimed_until is null or delivery.claimed_until <= ${at}::timestamptz)
        and (delivery.next_at <= ${at}::timestamptz or endpoint.mode = 'probing')
        and (delivery.is_replay or endpoint.mode <> 'paused') and ${isKnown})`.execute(db)
  return rows.map(({ id }) => id)
}

/** A delivery that this process sends. */
export interface ClaimedDelivery {
  readonly endpointId: string
  readonly eventId: string
  /** With this one. */
  readonly attempts: number
  readonly wantedAt: Temporal.Instant
  readonly isReplay: boolean
}

const Claimed = z.object({
  event_id: z.string(),
  attempts: z.number(),
  wanted_at: z.string(),
  is_replay: z.boolean(),
})

/**
 * Takes deliveries of an endpoint that are due, each the first of its key that waits, until `claimedUntil`. Several
 * processes may ask at once: each delivery is taken by one of them.
 */
export const claimDeliveries = async (
  tx: Tx,
  { id, mode }: SendingEndpoint,
  limit: number,
  claimedUntil: Temporal.Instant,
): Promise<ClaimedDelivery[]> => {
  const now = tx.now.toString()
  const due = {
    open: sql`delivery.next_at <= ${now}::timestamptz`,
    probing: sql`true`,
    paused: sql`delivery.next_at <= ${now}::timestamptz and delivery.is_replay`,
  }[mode]
  const { rows } = await sql`
    update partner_delivery set claimed_until = ${claimedUntil.toString()}::timestamptz, attempts = attempts + 1
    where (endpoint_id, event_id) in (
      select delivery.endpoint_id, delivery.event_id from partner_delivery delivery
      where delivery.endpoint_id = ${id}::uuid and delivery.state = 'waiting' and ${due} and ${isKnown}
        and (delivery.claimed_until is null or delivery.claimed_until <= ${now}::timestamptz)
        and not exists (select from partner_delivery before
          where before.endpoint_id = delivery.endpoint_id and before.ordering_key = delivery.ordering_key
            and before.state = 'waiting' and before.position < delivery.position)
      order by delivery.position limit ${mode === 'probing' ? 1 : limit}
      for update skip locked)
    returning event_id, attempts, wanted_at, is_replay`.execute(tx.db)
  return rows.map((row) => {
    const { event_id: eventId, attempts, wanted_at: wantedAt, is_replay: isReplay } = Claimed.parse(row)
    return { endpointId: id, eventId, attempts, wantedAt: Temporal.Instant.from(wantedAt), isReplay }
  })
}

const EventRow = z.object({
  id: z.string(),
  type: EventTypeName,
  facts: z.unknown(),
  happened_at: z.string(),
})

const eventFrom = (row: unknown): RecordedEvent => {
  const { happened_at: happenedAt, ...event } = EventRow.parse(row)
  return { ...event, happenedAt: Temporal.Instant.from(happenedAt) }
}

/** Events by their ids, without those of a type that only a newer release knows. */
export const selectEvents = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordedEvent>> => {
  const rows = await db
    .selectFrom('partner_event')
    .select(['id', 'type', 'facts', 'happened_at'])
    .where('id', 'in', [...ids])
    .where('type', 'in', [...eventTypes])
    .execute()
  return new Map(rows.map((row) => [row.id, eventFrom(row)]))
}

type DeliveryName = Pick<ClaimedDelivery, 'endpointId' | 'eventId'>

/** Ends a delivery that still waits: another process may have delivered it meanwhile. */
export const settleDelivery = async (
  tx: Tx,
  { endpointId, eventId }: DeliveryName,
  state: 'delivered' | 'given-up',
): Promise<void> => {
  await tx.db
    .updateTable('partner_delivery')
    .set({ state, claimed_until: null, settled_at: tx.now.toString() })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Has a delivery wait for its next attempt. */
export const postponeDelivery = async (
  tx: Tx,
  { endpointId, eventId }: DeliveryName,
  nextAt: Temporal.Instant,
): Promise<void> => {
  await tx.db
    .updateTable('partner_delivery')
    .set({ next_at: nextAt.toString(), claimed_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Has everything that waits for an endpoint be sent now: it is back. */
export const hastenDeliveries = async (tx: Tx, endpointId: string): Promise<void> => {
  const now = tx.now.toString()
  await tx.db
    .updateTable('partner_delivery')
    .set({ next_at: now })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .execute()
}

/** Which settled deliveries are wanted again: one event, or what happened in a period, all of it or what was given up. */
export type ReplayRange =
  | { readonly eventId: string }
  | { readonly since: Temporal.Instant; readonly until: Temporal.Instant; readonly onlyGivenUp: boolean }

/** Has settled deliveries be sent again, in their order; returns how many. */
export const replayDeliveries = async (tx: Tx, endpointId: string, range: ReplayRange): Promise<number> => {
  const now = tx.now.toString()
  const again = {
    state: 'waiting',
    is_replay: true,
    attempts: 0,
    next_at: now,
    wanted_at: now,
    settled_at: null,
  }
  let update = tx.db.updateTable('partner_delivery').set(again).where('endpoint_id', '=', endpointId)
  if ('eventId' in range)
    update = update.where('event_id', '=', range.eventId).where('state', '<>', 'waiting')
  else {
    const { since, until, onlyGivenUp } = range
    const states = onlyGivenUp ? ['given-up'] : ['given-up', 'delivered']
    const events = tx.db
      .selectFrom('partner_delivery_list')
      .select('event_id')
      .where('endpoint_id', '=', endpointId)
      .where('happened_at', '>=', since.toString())
      .where('happened_at', '<', until.toString())
    update = update.where('state', 'in', states).where('event_id', 'in', events)
  }
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** Deletes events from before a moment with their deliveries; returns how many. */
export const forgetEvents = async (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from partner_event where id in (
      select id from partner_event where happened_at < ${before.toString()} limit ${limit})`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}
