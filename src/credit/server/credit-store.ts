import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { sumCents } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

export type Db = Kysely<Database>

export interface GrantDraft {
  readonly accountId: string
  readonly currency: Currency
  readonly source: string
  readonly cents: Cents
  readonly reason: string
  readonly note: string
}

/** Writes a grant down; null when its source has given before. */
export const insertGrant = async (tx: Tx, draft: GrantDraft): Promise<string | null> => {
  const { accountId, ...given } = draft
  const row = await tx.db
    .insertInto('credit_grant')
    .values({ id: tx.ids.uuid(), account_id: accountId, ...given, given_at: tx.now.toString() })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The reason and the note of a member's grants, by their ids. */
export const selectGrants = async (
  db: Db,
  accountId: string,
): Promise<ReadonlyMap<string, { readonly reason: string; readonly note: string }>> => {
  const rows = await db.selectFrom('credit_grant').selectAll().where('account_id', '=', accountId).execute()
  return new Map(rows.map(({ id, reason, note }) => [id, { reason, note }]))
}

/** A sum of credit that somebody owns. */
export interface OwnedCredit {
  readonly accountId: string
  readonly cents: Cents
  readonly currency: Currency
}

/** Adds to a member's available credit; returns whether the account has ended. */
export const addAvailable = async (tx: Tx, { accountId, cents, currency }: OwnedCredit): Promise<boolean> => {
  const row = await tx.db
    .insertInto('credit_balance')
    .values({
      account_id: accountId,
      available_cents: cents,
      currency,
      // An account that has ended has ended in every currency.
      is_closed: sql`exists (select from credit_balance where account_id = ${accountId} and is_closed)`,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'currency']).doUpdateSet((set) => ({
        available_cents: set('credit_balance.available_cents', '+', set.ref('excluded.available_cents')),
      })),
    )
    .returning('is_closed')
    .executeTakeFirstOrThrow()
  return row.is_closed
}

/** Removes the whole credit of an account, for good, and closes it; returns how much that was in each currency. */
export const closeBalances = async (tx: Tx, accountId: string): Promise<OwnedCredit[]> => {
  const held = await tx.db
    .selectFrom('credit_balance')
    .select(['available_cents as cents', 'currency'])
    .where('account_id', '=', accountId)
    .orderBy('currency')
    .forNoKeyUpdate()
    .execute()
  if (held.length === 0) return []
  await tx.db
    .updateTable('credit_balance')
    .set({ available_cents: 0, is_closed: true })
    .where('account_id', '=', accountId)
    .execute()
  return held.map(({ cents, currency }) => ({ accountId, cents, currency: CurrencyCode.parse(currency) }))
}

export const clearNotes = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.updateTable('credit_grant').set({ note: '' }).where('account_id', '=', accountId).execute()
}

/**
 * What members have to spend, without those who have nothing; locked for the transaction when it is to be spent. Without the lock
 * nothing would be spent twice, because a balance below zero is refused by the table; a purchase would end with that error.
 */
export const selectAvailable = async (
  db: Db,
  accountIds: readonly string[],
  locked: boolean,
): Promise<readonly OwnedCredit[]> => {
  if (accountIds.length === 0) return []
  const rows = await db
    .selectFrom('credit_balance')
    .select(['account_id', 'available_cents', 'currency'])
    .where('account_id', 'in', [...new Set(accountIds)])
    .where('available_cents', '>', 0)
    // One order for everybody, so that two batches never wait for each other.
    .orderBy('account_id')
    .orderBy('currency')
    .$if(locked, (query) => query.forNoKeyUpdate())
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    cents: row.available_cents,
    currency: CurrencyCode.parse(row.currency),
  }))
}

export interface UseDraft {
  readonly accountId: string
  readonly purpose: 'purchase' | 'renewal'
  /** The checkout or the billing cycle. */
  readonly purposeId: string
  readonly cents: Cents
  readonly currency: Currency
}

/**
 * Writes uses and subtracts them from the available credit, in two statements. The database refuses more than is
 * available.
 */
export const insertUses = async (tx: Tx, uses: readonly UseDraft[]): Promise<void> => {
  await tx.db
    .insertInto('credit_use')
    .values(
      uses.map(({ accountId, purpose, purposeId, cents, currency }) => ({
        id: tx.ids.uuid(),
        account_id: accountId,
        purpose,
        purpose_id: purposeId,
        cents,
        currency,
        state: 'reserved',
        reserved_at: tx.now.toString(),
      })),
    )
    .execute()
  const taken = Map.groupBy(uses, ({ accountId, currency }) => `${accountId} ${currency}`)
    .values()
    .flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : [
            {
              id: first.accountId,
              currency: first.currency,
              cents: sumCents([first, ...more].map(({ cents }) => cents)),
            },
          ],
    )
    .toArray()
  await sql`update credit_balance
    set available_cents = available_cents - taken.cents, reserved_cents = reserved_cents + taken.cents
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
      as taken(id uuid, currency text, cents int)
    where account_id = taken.id and credit_balance.currency = taken.currency`.execute(tx.db)
}

/** Settles the reserved use of a purchase or a renewal; null when there is none. */
export const settleUse = async (
  tx: Tx,
  purposeId: string,
  state: 'committed' | 'released',
): Promise<OwnedCredit | null> => {
  const row = await tx.db
    .updateTable('credit_use')
    .set({ state, settled_at: tx.now.toString() })
    .where('purpose_id', '=', purposeId)
    .where('state', '=', 'reserved')
    .returning(['account_id as accountId', 'cents', 'currency'])
    .executeTakeFirst()
  if (!row) return null
  await tx.db
    .updateTable('credit_balance')
    .set((set) => ({ reserved_cents: set('reserved_cents', '-', row.cents) }))
    .where('account_id', '=', row.accountId)
    .where('currency', '=', row.currency)
    .execute()
  return { ...row, currency: CurrencyCode.parse(row.currency) }
}

/** Every balance, with what its open uses come to. */
export const selectBalances = async (
  db: Db,
): Promise<
  readonly {
    readonly account_id: string
    readonly currency: string
    readonly available: Cents
    readonly reserved: Cents
    readonly in_use: Cents
  }[]
> => {
  const { rows } = await sql<{
    account_id: string
    currency: string
    available: number
    reserved: number
    in_use: number
  }>`
    select account_id, currency, available_cents as available, reserved_cents as reserved,
      coalesce((select sum(cents) from credit_use
        where credit_use.account_id = credit_balance.account_id
          and credit_use.currency = credit_balance.currency and state = 'reserved'), 0)::bigint as in_use
    from credit_balance`.execute(db)
  return rows
}

/** The checkouts or cycles for which credit is set aside at this moment. */
export const selectReservedFor = async (db: Db, purpose: UseDraft['purpose']): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('credit_use')
      .select('purpose_id')
      .where('state', '=', 'reserved')
      .where('purpose', '=', purpose)
      .execute()
  ).map((row) => row.purpose_id)
