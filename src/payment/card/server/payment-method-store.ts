import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import { distinctCards } from '../rules/card.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'

/** A card that the processor has saved for a member. */
export interface PaymentMethod {
  readonly id: string
  readonly accountId: string
  readonly processor: ProcessorName
  readonly processorCustomer: string | null
  readonly processorMethod: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

const Name = z.enum(['sandbox', 'stripe'])

const methodFrom = (row: Selectable<Database['payment_method']>): PaymentMethod => ({
  id: row.id,
  accountId: row.account_id,
  processor: Name.parse(row.processor),
  processorCustomer: row.processor_customer,
  processorMethod: row.processor_method,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
})

/** Saves the card, or finds it saved, in one statement; returns its id. A member's first card is the default one. */
export const insertOrFindMethod = async (
  db: Db,
  method: PaymentMethod,
  now: Temporal.Instant,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    with stored as (
      select id from payment_method
      where account_id = ${method.accountId} and processor = ${method.processor}
        and processor_method = ${method.processorMethod} and removed_at is null
    ), added as (
      insert into payment_method (id, account_id, processor, processor_customer, processor_method, brand, last4,
        exp_month, exp_year, is_default, created_at)
      select ${method.id}::uuid, ${method.accountId}::uuid, ${method.processor}, ${method.processorCustomer},
        ${method.processorMethod}, ${method.brand}, ${method.last4}, ${method.expMonth}::int, ${method.expYear}::int,
        not exists (select from payment_method where account_id = ${method.accountId} and is_default), ${now.toString()}::timestamptz
      where not exists (select from stored)
      returning id
    ) select id from stored union all select id from added`.execute(db)
  return rows[0]?.id ?? method.id
}

const ownMethod = (db: Db, accountId: string, id: string) =>
  db.selectFrom('payment_method').selectAll().where('id', '=', id).where('account_id', '=', accountId)

/** Whether a member has saved this card. */
export const isSavedMethod = async (
  db: Db,
  processor: ProcessorName,
  processorMethod: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('payment_method')
    .select('id')
    .where('processor', '=', processor)
    .where('processor_method', '=', processorMethod)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What the processor says of a saved card now, wherever it is saved; a removed one stays as it was. */
export const updateMethods = async (
  db: Db,
  {
    processor,
    processorMethod,
    brand,
    last4,
    expMonth,
    expYear,
  }: Omit<PaymentMethod, 'id' | 'accountId' | 'processorCustomer'>,
): Promise<void> => {
  await db
    .updateTable('payment_method')
    .set({ brand, last4, exp_month: expMonth, exp_year: expYear })
    .where('processor', '=', processor)
    .where('processor_method', '=', processorMethod)
    .where('removed_at', 'is', null)
    .execute()
}

/** One of a member's cards, also after it was removed; null for an unknown one and for anybody else's. */
export const readMethod = async (db: Db, accountId: string, id: string): Promise<PaymentMethod | null> => {
  const row = await ownMethod(db, accountId, id).executeTakeFirst()
  return row ? methodFrom(row) : null
}

/** One of a member's cards that they can choose; null also for one that they removed. */
export const readSavedMethod = async (
  db: Db,
  accountId: string,
  id: string,
): Promise<PaymentMethod | null> => {
  const row = await ownMethod(db, accountId, id).where('removed_at', 'is', null).executeTakeFirst()
  return row ? methodFrom(row) : null
}

/**
 * As `readSavedMethod`, for one that is being assigned: it is not removed before the transaction ends. A
 * transaction that locks a subscription too locks that first.
 */
export const holdSavedMethod = async (
  db: Db,
  accountId: string,
  id: string,
): Promise<PaymentMethod | null> => {
  const row = await ownMethod(db, accountId, id).where('removed_at', 'is', null).forShare().executeTakeFirst()
  return row ? methodFrom(row) : null
}

/** Locks a member's cards, so that none of them is assigned before the transaction ends. */
export const lockMethods = async (db: Db, accountId: string): Promise<void> => {
  await db
    .selectFrom('payment_method')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** A card as its member sees it, however often the processor saved it. */
export interface SavedCard extends PaymentMethod {
  readonly isDefault: boolean
  /** All its records, the newest first; `id` is the newest. */
  readonly ids: readonly string[]
}

/** A member's cards, each once, the default one first, then the newest. */
export const readCards = async (db: Db, accountId: string): Promise<readonly SavedCard[]> => {
  const rows = await db
    .selectFrom('payment_method')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return distinctCards(rows.map((row) => ({ ...methodFrom(row), isDefault: row.is_default })))
}

/** The processor's customer of a member's newest card there: that of an older one may have been deleted by now. */
export const readNewestCustomer = async (
  db: Db,
  accountId: string,
  processor: ProcessorName,
): Promise<string | null> => {
  const row = await db
    .selectFrom('payment_method')
    .select('processor_customer')
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.processor_customer ?? null
}

/** Makes one of a member's cards the default for new purchases; false for an unknown one and another member's. */
export const makeDefault = async (db: Db, accountId: string, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('payment_method')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) return false
  await db
    .updateTable('payment_method')
    .set({ is_default: sql<boolean>`id = ${id}::uuid` })
    .where('account_id', '=', accountId)
    .execute()
  return true
}

/** Removes records of one of a member's cards from the list. */
export const removeRecords = async (
  db: Db,
  accountId: string,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('payment_method')
    .set({ removed_at: now.toString(), is_default: false })
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Takes every card of a member off the list. */
export const removeMethods = async (db: Db, accountId: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('payment_method')
    .set({ removed_at: now.toString(), is_default: false })
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .execute()
}

/** The customers at processors that a member's cards have, those of removed cards too. */
export const readCustomersOf = async (
  db: Db,
  accountId: string,
): Promise<readonly { readonly processor: string; readonly customer: string }[]> => {
  const rows = await db
    .selectFrom('payment_method')
    .select(['processor', 'processor_customer as customer'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('processor_customer', 'is not', null)
    .execute()
  return rows.flatMap(({ processor, customer }) => (customer === null ? [] : [{ processor, customer }]))
}

/** Those of these customers that a card belongs to that somebody can still pay with. */
export const customersInUse = async (
  db: Db,
  processor: ProcessorName,
  customers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (customers.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_method')
    .select('processor_customer')
    .where('processor', '=', processor)
    .where('processor_customer', 'in', customers)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ processor_customer: customer }) => customer ?? []))
}

/** Which card of whom. */
export interface MethodOwner {
  readonly accountId: string
  readonly paymentMethodId: string
}

/** Cards for a run over many members; nothing for a pair of member and card that do not belong together. */
export const readOwnedMethods = async (
  db: Db,
  owners: readonly MethodOwner[],
): Promise<(owner: MethodOwner) => PaymentMethod | undefined> => {
  if (owners.length === 0) return () => undefined
  const ids = owners.map((owner) => owner.paymentMethodId)
  const rows = await db.selectFrom('payment_method').selectAll().where('id', 'in', ids).execute()
  const owned = new Map(rows.map((row) => [`${row.account_id} ${row.id}`, methodFrom(row)]))
  return ({ accountId, paymentMethodId }) => owned.get(`${accountId} ${paymentMethodId}`)
}
