import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { openStates, type ChargeOutcome } from '../rules/charge-state.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'
import { claimDue } from './due-checks.ts'
import { changedColumns, chargeFrom, newColumns } from './charge-record.ts'
import type { CardOrigin, Charge, ChargeDraft, ChargePurpose } from './charge-record.ts'

/** A pool or a transaction. */
export type Db = Kysely<Database>

/** Charges, for the queries of the reconciliation (`charge-entries.ts`). */
export const chargesIn = (db: Db) => db.selectFrom('charge')

/** Writes the charges in one statement and returns them; existing ones are omitted. */
export const insertCharges = async (db: Db, drafts: readonly ChargeDraft[]): Promise<Charge[]> => {
  if (drafts.length === 0) return []
  const rows = await db
    .insertInto('charge')
    .values(drafts.map(newColumns))
    .onConflict((conflict) => conflict.columns(['purpose', 'purpose_id', 'attempt']).doNothing())
    .returningAll()
    .execute()
  return rows.map(chargeFrom)
}

export const readCharge = async (db: Db, id: string): Promise<Charge | null> => {
  const row = await chargesIn(db).selectAll().where('id', '=', id).executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** As `readCharge`, locked for the transaction: refunds of it are decided one after the other. */
export const lockCharge = async (db: Db, id: string): Promise<Charge | null> => {
  const row = await chargesIn(db).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** The attempts for one checkout or billing cycle, the latest first. */
export const readChargesFor = async (
  db: Db,
  purpose: ChargePurpose,
  purposeId: string,
): Promise<Charge[]> => {
  const rows = await chargesIn(db)
    .selectAll()
    .where('purpose', '=', purpose)
    .where('purpose_id', '=', purposeId)
    .orderBy('attempt', 'desc')
    .execute()
  return rows.map(chargeFrom)
}

export const readChargeByKey = async (db: Db, idempotencyKey: string): Promise<Charge | null> => {
  const row = await chargesIn(db).selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** The shop's charge that the processor knows by this id; null for any other. */
export const readChargeByProcessorId = async (
  db: Db,
  processor: ProcessorName,
  processorCharge: string,
): Promise<Charge | null> => {
  const row = await chargesIn(db)
    .selectAll()
    .where('processor', '=', processor)
    .where('processor_charge', '=', processorCharge)
    // A declined one may have been confirmed by a later attempt.
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ? chargeFrom(row) : null
}

/** Whether the answer to a charge was lost, so that the shop does not know how the processor names it. */
export const isAnswerMissing = async (db: Db, processor: ProcessorName): Promise<boolean> => {
  const unknown = chargesIn(db)
    .select('id')
    .where('state', '=', 'unknown')
    .where('processor_charge', 'is', null)
  return (await unknown.where('processor', '=', processor).limit(1).executeTakeFirst()) !== undefined
}

/** Which of the processor's charges are succeeded ones of the shop. */
export const knownProcessorCharges = async (
  db: Db,
  processor: ProcessorName,
  processorCharges: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (processorCharges.length === 0) return new Set()
  const rows = await chargesIn(db)
    .select('processor_charge')
    .where('processor', '=', processor)
    .where('processor_charge', 'in', processorCharges)
    .where('state', '=', 'succeeded')
    .execute()
  return new Set(rows.flatMap(({ processor_charge: id }) => id ?? []))
}

/** Moves an open charge to the state of the outcome; null when the charge is settled already or does not exist. */
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

/** An open charge, and that the processor took what was asked for. */
export interface PaidCharge {
  readonly id: string
  readonly outcome: Extract<ChargeOutcome, { readonly state: 'succeeded' }>
}

/** As `moveCharge`, for charges that are paid, in one statement; answers those that it moved. */
export const movePaid = async (
  db: Db,
  paid: readonly PaidCharge[],
  now: Temporal.Instant,
): Promise<Charge[]> => {
  const [first] = paid
  if (!first) return []
  const rows = paid.map(({ id, outcome: { card, processorCharge } }) => ({
    id,
    card,
    charge: processorCharge,
  }))
  const answers = sql<{ id: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
  const moved = await db
    .updateTable('charge')
    .from(answers.as<'paid'>(sql`paid(id uuid, card jsonb, charge text)`))
    .set({
      ...changedColumns(first.outcome, now),
      card: sql<string>`paid.card`,
      processor_charge: sql<string>`paid.charge`,
    })
    .whereRef('charge.id', '=', 'paid.id')
    .where('charge.state', 'in', openStates)
    .returningAll('charge')
    .execute()
  return moved.map(chargeFrom)
}

/** Has the poller check a charge at its next run, when the request could not record the answer. */
export const releaseCharge = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('charge')
    .set({ next_check_at: now.toString(), requested_by: null })
    .where('id', '=', id)
    .where('state', '=', 'intended')
    .execute()
}

/**
 * Ends a charge that was written and never will be requested: the caller holds the lock that a request needs. The
 * processor is not involved.
 */
export const voidIntended = async (
  { db, defer: write, now }: Pick<Tx, 'db' | 'defer' | 'now'>,
  { purpose, purposeId, attempt }: Pick<Charge, 'purpose' | 'purposeId' | 'attempt'>,
): Promise<void> =>
  write(
    db
      .updateTable('charge')
      .set(changedColumns({ state: 'void' }, now))
      .where('purpose', '=', purpose)
      .where('purpose_id', '=', purposeId)
      .where('attempt', '=', attempt)
      .where('state', '=', 'intended'),
  )

/** Open charges that are due for a check, claimed for this process. */
export const claimCharges = async (
  tx: Pick<Tx, 'db' | 'now' | 'process'>,
  limit: number,
): Promise<Charge[]> => (await claimDue(tx, 'charge', limit)).map(chargeFrom)

/** Typed-in cards of a network, and of an account, that did not pay since `network`, and those of anybody that were declined since `shop`. */
export const countCardAttempts = async (
  db: Db,
  { network, accountId }: CardOrigin,
  since: { readonly network: Temporal.Instant; readonly shop: Temporal.Instant },
): Promise<{ readonly ofNetwork: number; readonly ofAccount: number; readonly declinedOfShop: number }> => {
  const { rows } = await sql<{ of_network: number; of_account: number; of_shop: number }>`
    select
      (select count(*) from charge
        where origin = ${network} and created_at > ${since.network.toString()} and state <> 'succeeded') as of_network,
      (select count(*) from charge
        where entered_by = ${accountId}::uuid and created_at > ${since.network.toString()} and state <> 'succeeded')
        as of_account,
      (select count(*) from charge
        where origin is not null and state = 'declined' and created_at > ${since.shop.toString()}) as of_shop`.execute(
    db,
  )
  const [counted] = rows
  return {
    ofNetwork: counted?.of_network ?? 0,
    ofAccount: counted?.of_account ?? 0,
    declinedOfShop: counted?.of_shop ?? 0,
  }
}

/** What disputes have taken of a charge; the caller has locked it. */
export const updateDisputed = (
  { db, defer: write }: Pick<Tx, 'db' | 'defer'>,
  id: string,
  { disputedCents, lostCents }: Pick<Charge, 'disputedCents' | 'lostCents'>,
): Promise<void> =>
  write(
    db
      .updateTable('charge')
      .set({ disputed_cents: disputedCents, lost_cents: lostCents })
      .where('id', '=', id),
  )

const erasedBuyer = sql`email = '', origin = null, entered_by = null,
  request = jsonb_set(request - 'shipTo', '{customer}', '{"reference": "", "email": "", "processorCustomer": null}')`

/** A charge whose buyer was erased: where the processor may know them still. */
export interface ErasedCharge {
  readonly processor: string
  readonly processorCharge: string | null
}

/** Takes the buyer out of the chosen charges: amount, date and the processor's reference stay. */
const eraseBuyers = async (db: Db, chosen: RawBuilder<unknown>): Promise<readonly ErasedCharge[]> => {
  const { rows } = await sql<ErasedCharge>`update charge set ${erasedBuyer} where ${chosen}
    returning processor, processor_charge as "processorCharge"`.execute(db)
  return rows
}

/** Takes the buyer out of declined charges of typed-in cards from before a moment, up to a limit. */
export const anonymizeDeclined = (
  db: Db,
  before: Temporal.Instant,
  limit: number,
): Promise<readonly ErasedCharge[]> =>
  eraseBuyers(
    db,
    sql`id in (select id from charge
    where origin is not null and state = 'declined' and created_at < ${before.toString()}
    limit ${limit} for update skip locked)`,
  )

/** Erases a person from their settled charges. */
export const anonymizeSettledOf = (
  db: Db,
  accountId: string,
  email: string,
): Promise<readonly ErasedCharge[]> =>
  eraseBuyers(
    db,
    sql`state in ('declined', 'void', 'succeeded') and (account_id = ${accountId}::uuid or email = ${email})`,
  )
