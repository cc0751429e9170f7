import type { Expression, Kysely, QueryCreator } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** A pool or a transaction. */
export type Db = Kysely<Database>

export interface Account {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** The argon2id hash; null until the mailed link of a new account was used. */
  readonly passwordHash: string | null
  readonly verified: boolean
  /** What the member reads; the first language of the shop when nobody has said one. */
  readonly locale: Locale
}

const accountColumns = [
  'id', 'email', 'first_name', 'last_name', 'phone', 'password_hash', 'verified_at',
  'locale',
] as const // prettier-ignore

interface AccountRow {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly password_hash: string | null
  readonly verified_at: string | null
  readonly locale: string | null
}

const accountFrom = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  passwordHash: row.password_hash,
  verified: row.verified_at !== null,
  locale: storedLocale(row.locale),
})

export const readAccountByEmail = async (db: Db, email: string): Promise<Account | null> => {
  const row = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? accountFrom(row) : null
}

/** An account by its id; null for one that was deleted, whose row stays for its orders. */
export const readAccount = async (db: Db, id: string): Promise<Account | null> => {
  const row = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ? accountFrom(row) : null
}

/** As `readAccount`, of many, by their ids. */
export const readAccounts = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, accountFrom(row)]))
}

/** As `readAccount`, locked: nobody else changes the account or a sign-in method of it before the transaction ends. */
export const lockAccount = async (db: Db, id: string): Promise<Account | null> => {
  const row = await db
    .selectFrom('account')
    .select(accountColumns)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? accountFrom(row) : null
}

/** Which of these accounts are there; they are not deleted before the transaction ends. Locked in the order of their ids. */
export const holdAccounts = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** As `holdAccounts`, for one. */
export const holdAccount = async (db: Db, id: string): Promise<boolean> =>
  (await holdAccounts(db, [id])).has(id)

/** Signed links from before this moment open nothing any more: of one account, or of everybody. */
export const writeAccessEnded = async (
  db: Db,
  of: { readonly accountId: string } | 'everybody',
  now: Temporal.Instant,
): Promise<void> => {
  const update = db.updateTable('account').set({ access_ended_at: now.toString() })
  await (of === 'everybody' ? update : update.where('id', '=', of.accountId)).execute()
}

/** When an account's sessions and links were all ended last; null for never. */
export const readAccessEnded = async (db: Db, id: string): Promise<Temporal.Instant | null> => {
  const row = await db.selectFrom('account').select('access_ended_at').where('id', '=', id).executeTakeFirst()
  return row?.access_ended_at ? Temporal.Instant.from(row.access_ended_at) : null
}

export interface NewAccount {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Of the page that it was opened on. */
  readonly locale?: string | null
}

/** The statement that writes the account, or finds the one that has the e-mail already; it returns the id. */
export const accountInsert = (
  db: QueryCreator<Database>,
  { id, email, firstName, lastName, phone, locale = null }: NewAccount,
  now: Temporal.Instant,
) =>
  db
    .insertInto('account')
    .values({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      phone,
      locale,
      created_at: now.toString(),
    })
    // Writing the same e-mail changes nothing but lets the statement answer the id in both cases.
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('id')

/** Writes the account, or finds the one that has the e-mail already; returns its id. */
export const insertOrFindAccount = async (
  db: Db,
  account: NewAccount,
  now: Temporal.Instant,
): Promise<string> => (await accountInsert(db, account, now).executeTakeFirstOrThrow()).id

/** Sets the language of the member's mails. */
export const writeLocale = async (db: Db, id: string, locale: Locale): Promise<void> => {
  await db.updateTable('account').set({ locale }).where('id', '=', id).execute()
}

/** Sets the hash; using a mailed link has proved that the address is theirs. */
export const writePassword = async (
  db: Db,
  id: string,
  hash: string,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('account')
    .set((set) => ({
      password_hash: hash,
      verified_at: set.fn.coalesce('verified_at', set.val(now.toString())),
    }))
    .where('id', '=', id)
    .execute()
}

/** A mail to the account's address was read. */
export const markVerified = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('account')
    .set({ verified_at: now.toString() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
}

/** The same password under newer parameters; never over a password that was changed meanwhile. */
export const replacePasswordHash = async (db: Db, id: string, from: string, to: string): Promise<void> => {
  await db
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute()
}

/** E-mail addresses of several accounts in one query, by account id. */
export const readEmails = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('account').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.email]))
}

interface Names {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
}

export const writeNames = async (db: Db, id: string, names: Names): Promise<void> => {
  const { firstName, lastName, phone } = names
  await db
    .updateTable('account')
    .set({ first_name: firstName, last_name: lastName, phone })
    .where('id', '=', id)
    .execute()
}

/** Blanks what is personal and frees the e-mail; the row stays for the orders that refer to it. */
export const eraseAccount = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('account')
    .set({
      email: `erased-${id}@account.invalid`,
      first_name: '',
      last_name: '',
      phone: '',
      password_hash: null,
      verified_at: null,
      locale: null,
      erased_at: now.toString(),
    })
    .where('id', '=', id)
    .execute()
}

/** The account of this id if it has this e-mail, for the condition of a statement on another table. */
export const accountWithEmail = (db: Db, id: Expression<string>, email: Expression<string>) =>
  db.selectFrom('account').select('id').where('id', '=', id).where('email', '=', email)

/** Accounts that were erased since a moment. */
export const selectErasedSince = async (db: Db, since: Temporal.Instant): Promise<string[]> => {
  const rows = await db.selectFrom('account').select('id').where('erased_at', '>', since.toString()).execute()
  return rows.map(({ id }) => id)
}

/** Whether a statement failed because another account has had this e-mail since a moment ago. */
export const isEmailTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'constraint' in thrown && thrown.constraint === 'account_email_key'

/** Moves an account to another e-mail, unless that has an account already; the mailed link has proved the e-mail. */
export const moveEmail = async (
  db: Db,
  id: string,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .updateTable('account')
    .set({ email, verified_at: now.toString() })
    .where('id', '=', id)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('account as other').select('other.id').where('other.email', '=', email),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
