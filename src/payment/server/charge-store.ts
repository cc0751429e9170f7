import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { openStates, type ChargeOutcome } from '../rules/charge-state.ts'
import { firstCheckSeconds } from '../rules/settlement.ts'
import type { Entry } from '../rules/reconciliation.ts'
import type { ChargeRequest, Period, ProcessorName } from './processor.ts'
import { firstLook, nextLook } from './next-look.ts'
import { chargeFrom, type Charge, type ChargePurpose } from './stored-charge.ts'

/** A pool or a transaction. */
export type Db = Kysely<Database>

export interface ChargeDraft {
  readonly id: string
  readonly purpose: ChargePurpose
  readonly purposeId: string
  readonly attempt: number
  readonly accountId: string | null
  readonly processor: ProcessorName
  readonly request: ChargeRequest
  readonly createdAt: Temporal.Instant
  readonly nextCheckAt: Temporal.Instant
}

const rowOf = (draft: ChargeDraft) => ({
  id: draft.id,
  idempotency_key: draft.request.idempotencyKey,
  purpose: draft.purpose,
  purpose_id: draft.purposeId,
  attempt: draft.attempt,
  account_id: draft.accountId,
  email: draft.request.customer.email,
  amount_cents: draft.request.amountCents,
  currency: draft.request.currency,
  processor: draft.processor,
  state: 'intended',
  request: JSON.stringify(draft.request),
  created_at: draft.createdAt.toString(),
  next_check_at: draft.nextCheckAt.toString(),
})

/** Writes the charges in one statement and answers them; one that exists already is left out. */
export const insertCharges = async (db: Db, drafts: readonly ChargeDraft[]): Promise<Charge[]> => {
  if (drafts.length === 0) return []
  const rows = await db
    .insertInto('charge')
    .values(drafts.map(rowOf))
    .onConflict((conflict) => conflict.columns(['purpose', 'purpose_id', 'attempt']).doNothing())
    .returningAll()
    .execute()
  return rows.map(chargeFrom)
}

export const readCharge = async (db: Db, id: string): Promise<Charge | null> => {
  const row = await db.selectFrom('charge').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** As `readCharge`, locked for the transaction: what is given back of it is decided one after the other. */
export const lockCharge = async (db: Db, id: string): Promise<Charge | null> => {
  const row = await db
    .selectFrom('charge')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** The attempts for one checkout or billing cycle, the latest first. */
export const readChargesFor = async (
  db: Db,
  purpose: ChargePurpose,
  purposeId: string,
): Promise<Charge[]> => {
  const rows = await db
    .selectFrom('charge')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('purpose_id', '=', purposeId)
    .orderBy('attempt', 'desc')
    .execute()
  return rows.map(chargeFrom)
}

export const readChargeByKey = async (db: Db, idempotencyKey: string): Promise<Charge | null> => {
  const row = await db
    .selectFrom('charge')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ? chargeFrom(row) : null
}

export const readChargeByProcessorId = async (
  db: Db,
  processor: ProcessorName,
  processorCharge: string,
): Promise<Charge | null> => {
  const row = await db
    .selectFrom('charge')
    .selectAll()
    .where('processor', '=', processor)
    .where('processor_charge', '=', processorCharge)
    .executeTakeFirst()
  return row ? chargeFrom(row) : null
}

const changedColumns = (outcome: ChargeOutcome, now: Temporal.Instant) => {
  switch (outcome.state) {
    case 'succeeded':
      return {
        state: outcome.state,
        processor_charge: outcome.processorCharge,
        card: JSON.stringify(outcome.card),
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'declined':
      return {
        state: outcome.state,
        decline_kind: outcome.kind,
        decline_reason: outcome.reason,
        ...(outcome.processorCharge === null ? {} : { processor_charge: outcome.processorCharge }),
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'void':
      return { state: outcome.state, next_check_at: null, settled_at: now.toString() }
    case 'challenge':
      return {
        state: outcome.state,
        processor_charge: outcome.processorCharge,
        challenge_url: outcome.url,
        next_check_at: firstLook(now, firstCheckSeconds.challenge),
      }
    case 'unknown':
      return {
        // A lost answer does not lose a challenge that is known to wait.
        state: sql<string>`case when state = 'challenge' then state else 'unknown' end`,
        next_check_at: firstLook(now, firstCheckSeconds.unknown),
      }
    default:
      return outcome satisfies never
  }
}

/** Moves an open charge to what the outcome says; null when the charge is settled already or does not exist. */
export const moveCharge = async (
  db: Db,
  id: string,
  outcome: ChargeOutcome,
  now: Temporal.Instant,
): Promise<Charge | null> => {
  const row = await db
    .updateTable('charge')
    .set(changedColumns(outcome, now))
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** Makes an intended charge due for a check now: nobody asks for it any more. */
export const makeDue = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('charge')
    .set({ next_check_at: now.toString() })
    .where('id', '=', id)
    .where('state', '=', 'intended')
    .execute()
}

/** Claims open charges that are due for a look and puts their next look off, so that two janitors do not ask at once. */
export const claimCharges = async (db: Db, now: Temporal.Instant, limit: number): Promise<Charge[]> => {
  const due = db
    .selectFrom('charge')
    .select('id')
    .where('state', 'in', openStates)
    .where('next_check_at', '<=', now.toString())
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await db
    .updateTable('charge')
    .set((eb) => ({ checks: eb('checks', '+', 1), next_check_at: nextLook(now) }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
  return rows.map(chargeFrom)
}

/** Which entries of our books: those of some keys, or those of a period that moved money, after an id. */
export type EntryChoice =
  | { readonly keys: readonly string[] }
  | { readonly period: Period; readonly after: string; readonly limit: number }

const entryState = (state: string): Entry['state'] => {
  if (state === 'succeeded') return 'succeeded'
  return openStates.some((open) => open === state) ? 'open' : 'failed'
}

/** Charges of more than nothing as the books compare them, in the order of their ids. */
export const readChargeEntries = async (
  db: Db,
  processor: ProcessorName,
  choice: EntryChoice,
): Promise<(Entry & { readonly id: string })[]> => {
  const all = db
    .selectFrom('charge')
    .select(['id', 'idempotency_key', 'state', 'amount_cents'])
    .where('processor', '=', processor)
    .where('amount_cents', '>', 0)
    .orderBy('id')
  const rows =
    'keys' in choice
      ? await all.where('idempotency_key', 'in', choice.keys).execute()
      : await all
          .where('state', '=', 'succeeded')
          .where('created_at', '>=', choice.period.from.toString())
          .where('created_at', '<', choice.period.to.toString())
          .where('id', '>', choice.after)
          .limit(choice.limit)
          .execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.idempotency_key,
    state: entryState(row.state),
    cents: row.amount_cents,
  }))
}

/** What the cards were charged and the charge was settled, all together. */
export const selectTakenCents = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('charge')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return row.cents
}
