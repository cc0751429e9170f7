import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf } from './sqlite.ts'

interface Delivery {
  readonly id: number
  readonly dueAt: number
  readonly attempts: number
  readonly body: string
}

/** The tables of what is reported to the shop, for the schema of a data file. */
export const deliverySchema = `
  create table if not exists event (
    id text primary key, body text not null, created_at integer not null
  ) strict;
  create table if not exists delivery (
    id integer primary key, event_id text not null references event (id), due_at integer not null,
    attempts integer not null default 0, done text check (done in ('delivered', 'given-up'))
  ) strict;
  create index if not exists delivery_due on delivery (due_at, id) where done is null;
`

/** The tables `event` and `delivery`. */
export interface DeliveryRecords {
  readonly addEvent: (id: string, body: string, now: number) => void
  readonly addDelivery: (eventId: string, dueAt: number) => void
  /** The open delivery that is due first, or null. */
  readonly next: () => Delivery | null
  readonly finish: (id: number, how: 'delivered' | 'given-up') => void
  readonly postpone: (id: number, dueAt: number) => void
  /** What waits for its next attempt is due now. */
  readonly hurry: (now: number) => void
}

/**
 * Events are written together with what they speak of. That a delivery was made goes to `notes`, which need not wait for
 * the disk: at worst a webhook comes again.
 */
export const createDeliveryRecords = (database: DatabaseSync, notes: DatabaseSync): DeliveryRecords => {
  const addEvent = database.prepare('insert into event (id, body, created_at) values (?, ?, ?)')
  const addDelivery = database.prepare('insert into delivery (event_id, due_at) values (?, ?)')
  const next = notes.prepare(`select delivery.id, due_at, attempts, body from delivery
    join event on event.id = event_id where done is null order by due_at, delivery.id limit 1`)
  const finish = notes.prepare('update delivery set attempts = attempts + 1, done = ? where id = ?')
  const postpone = notes.prepare('update delivery set attempts = attempts + 1, due_at = ? where id = ?')
  const hurry = notes.prepare(
    'update delivery set due_at = ? where done is null and attempts > 0 and due_at > ?',
  )
  return {
    addEvent: (id, body, now) => {
      addEvent.run(id, body, now)
    },
    addDelivery: (eventId, dueAt) => {
      addDelivery.run(eventId, dueAt)
    },
    next: () => {
      const row = next.get()
      if (!row) return null
      const [id, dueAt, attempts] = [numberOf(row, 'id'), numberOf(row, 'due_at'), numberOf(row, 'attempts')]
      return { id, dueAt, attempts, body: textOf(row, 'body') }
    },
    finish: (id, how) => {
      finish.run(how, id)
    },
    postpone: (id, dueAt) => {
      postpone.run(dueAt, id)
    },
    hurry: (now) => {
      hurry.run(now, now)
    },
  }
}
