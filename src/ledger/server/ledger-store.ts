import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { accounts } from '../rules/journal.ts'
import type { Journal, LedgerFact } from '../rules/journal.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Currency } from '#shared/money.ts'

/**
 * The statement that writes journals with their postings; a fact that is posted already is skipped. It counts the new
 * postings.
 */
export const journalInsert = (tx: Tx, journals: readonly Journal[]) => {
  const entries = journals.map((journal) => ({ id: tx.ids.uuid(), journal }))
  const postings = entries.flatMap(({ id, journal }) =>
    journal.postings.map((posting, position) => ({
      journal_id: id,
      position,
      currency: journal.currency,
      ...posting,
    })),
  )
  return tx.db
    .with('entry', (db) =>
      db
        .insertInto('ledger_journal')
        .values(
          entries.map(({ id, journal }) => ({
            id,
            fact: journal.fact,
            fact_id: journal.factId,
            order_id: journal.orderId,
            account_id: journal.accountId,
            posted_on: tx.today.toString(),
            posted_at: tx.now.toString(),
          })),
        )
        .onConflict((conflict) => conflict.columns(['fact', 'fact_id']).doNothing())
        .returning('id'),
    )
    .insertInto('ledger_posting')
    .columns(['journal_id', 'position', 'account', 'detail', 'cents', 'currency'])
    .expression(
      sql`select p.journal_id, p.position, p.account, p.detail, p.cents, p.currency
        from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb)
          as p(journal_id uuid, position int, account text, detail text, cents bigint, currency text)
        where p.journal_id in (select id from entry)`,
    )
}

const StoredPostings = z.object({ currency: CurrencyCode, account: z.enum(accounts) })

const AccountCode = z.enum(accounts)

/** A journal as it was posted; null when there is none. */
export const selectJournal = async (
  db: Kysely<Database>,
  fact: LedgerFact,
  factId: string,
): Promise<Journal | null> => {
  const rows = await db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
    .selectAll()
    .where('fact', '=', fact)
    .where('fact_id', '=', factId)
    .orderBy('position')
    .execute()
  const [first] = rows
  if (!first) return null
  const { currency } = StoredPostings.parse(first)
  const postings = rows.map((row) => ({ ...StoredPostings.parse(row), detail: row.detail, cents: row.cents }))
  return {
    fact,
    factId,
    orderId: first.order_id,
    accountId: first.account_id,
    currency,
    postings: postings.map(({ account, detail, cents }) => ({ account, detail, cents })),
  }
}

/** What was posted about an order, the oldest journal first. */
export const selectPostingsOfOrder = (db: Kysely<Database>, orderId: string) =>
  db
    .selectFrom('ledger_journal')
    .innerJoin('ledger_posting', 'ledger_posting.journal_id', 'ledger_journal.id')
    .innerJoin('ledger_account', 'ledger_account.code', 'ledger_posting.account')
    .select([
      'journal_id',
      'fact',
      'posted_on',
      'ledger_account.name as account',
      'ledger_posting.detail',
      'cents',
    ])
    .where('order_id', '=', orderId)
    .orderBy('posted_at')
    .orderBy('journal_id')
    .orderBy('position')
    .execute()

/** What was posted about an order, its refunds and those that came back, oldest first, with what each moved. */
export const selectSaleFacts = (db: Kysely<Database>, orderId: string) =>
  db
    .selectFrom('ledger_journal')
    .innerJoin('ledger_posting', 'ledger_posting.journal_id', 'ledger_journal.id')
    .select([
      'fact',
      'fact_id',
      sql<number>`coalesce(sum(cents) filter (where account in ('refunds', 'tax-payable')), 0)::bigint`.as(
        'cents',
      ),
    ])
    .where('order_id', '=', orderId)
    .where('fact', 'in', ['order-placed', 'refund-settled', 'refund-reversed'])
    .groupBy(['ledger_journal.id', 'fact', 'fact_id', 'posted_at'])
    .orderBy('posted_at')
    .orderBy(sql`case fact when 'order-placed' then 0 when 'refund-settled' then 1 else 2 end`)
    .orderBy('ledger_journal.id')
    .execute()

/** Postings that violate a rule of the ledger, with the rule's name; empty when it is consistent. */
export const selectViolations = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const { rows } = await sql<{ message: string }>`
    select 'journal ' || journal_id || ' is off by ' || sum(cents) || ' cents ' || currency as message
    from ledger_posting group by journal_id, currency having sum(cents) <> 0
    union all
    select 'order ' || order_id || ' left the shop and is owed ' || -sum(cents) || ' cents ' || currency
    from ledger_posting join ledger_journal on ledger_journal.id = journal_id
    where account = 'owed-deliveries'
    group by order_id, currency
    having bool_or(fact in ('order-shipped', 'order-canceled')) and sum(cents) <> 0
    union all
    select 'there is no account ' || account from ledger_posting
    where account not in (select code from ledger_account) group by account
    order by 1`.execute(db)
  return rows.map(({ message }) => message)
}

/** A sentence for each member who has used more credit than was granted. */
export const selectOverdrawn = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const { rows } = await sql<{ message: string }>`
    select 'member ' || detail || ' has used ' || sum(cents) || ' cents ' || currency || ' more credit than was given' as message
    from ledger_posting where account = 'member-credit' group by detail, currency having sum(cents) > 0
    order by 1`.execute(db)
  return rows.map(({ message }) => message)
}

/** The currencies that anything is posted in. */
export const selectCurrencies = async (db: Kysely<Database>): Promise<Currency[]> =>
  (await db.selectFrom('ledger_posting').select('currency').distinct().execute()).map(({ currency }) =>
    CurrencyCode.parse(currency),
  )

const withCurrency = <R extends { readonly currency: string }>(row: R) => ({
  ...row,
  currency: CurrencyCode.parse(row.currency),
})

/** The balance of each account, per detail and currency; debits positive. */
export const selectBalances = async (
  db: Kysely<Database>,
): Promise<
  readonly {
    readonly account: string
    readonly detail: string
    readonly currency: Currency
    readonly cents: number
  }[]
> =>
  (
    await db
      .selectFrom('ledger_posting')
      .select(['account', 'detail', 'currency', sql<number>`sum(cents)::bigint`.as('cents')])
      .groupBy(['account', 'detail', 'currency'])
      .orderBy('currency')
      .orderBy('account')
      .orderBy('detail')
      .execute()
  ).map(withCurrency)

/** The chart of accounts, with names for people. */
export const selectAccounts = async (db: Kysely<Database>) => {
  const rows = await db.selectFrom('ledger_account').select(['code', 'name', 'kind']).execute()
  return rows.map((row) => ({ ...row, code: AccountCode.parse(row.code) }))
}

/** What was posted on each day before another, by account, fact and currency: for checking sums that are kept. */
export const selectDayMovements = (
  db: Kysely<Database>,
  { from, before }: { readonly from: Temporal.PlainDate; readonly before: Temporal.PlainDate },
): Promise<
  readonly {
    readonly posted_on: string
    readonly account: string
    readonly fact: string
    readonly currency: string
    readonly cents: number
  }[]
> =>
  db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
    .select(['posted_on', 'account', 'fact', 'currency', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('posted_on', '>=', from.toString())
    .where('posted_on', '<', before.toString())
    .groupBy(['posted_on', 'account', 'fact', 'currency'])
    .execute()

/** How many facts of each kind and currency are posted, without one where nothing was paid, and what they moved in the receivable and in the credit of members. */
export const selectFacts = async (
  db: Kysely<Database>,
): Promise<
  readonly {
    readonly fact: string
    readonly currency: string | null
    readonly count: number
    readonly cents: number
    readonly credit_cents: number
  }[]
> =>
  db
    .selectFrom('ledger_journal')
    .leftJoin('ledger_posting', (join) =>
      join
        .onRef('ledger_posting.journal_id', '=', 'ledger_journal.id')
        .on('ledger_posting.account', 'in', ['receivable', 'member-credit']),
    )
    .select([
      'fact',
      'currency',
      sql<number>`count(distinct ledger_journal.id)`.as('count'),
      sql<number>`coalesce(sum(cents) filter (where account = 'receivable'), 0)::bigint`.as('cents'),
      sql<number>`coalesce(sum(cents) filter (where account = 'member-credit'), 0)::bigint`.as(
        'credit_cents',
      ),
    ])
    .groupBy(['fact', 'currency'])
    .execute()

/** What the facts of disputes moved, by account and currency; debits positive. */
export const selectDisputePostings = (
  db: Kysely<Database>,
): Promise<readonly { readonly account: string; readonly currency: string; readonly cents: number }[]> =>
  db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
    .select(['account', 'currency', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('fact', 'like', 'dispute-%')
    .groupBy(['account', 'currency'])
    .execute()

/** What moved the credit of a member, the oldest first; debits positive. */
export const selectCreditMoves = async (db: Kysely<Database>, accountId: string) =>
  (
    await db
      .selectFrom('ledger_posting')
      .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
      .select(['fact', 'fact_id', 'order_id', 'posted_at', 'cents', 'currency'])
      .where('account', '=', 'member-credit')
      .where('detail', '=', accountId)
      .orderBy('posted_at')
      .orderBy('journal_id')
      .execute()
  ).map(withCurrency)

/** What the shop owes each member in credit of each currency, for comparing the ledger with the balances. */
export const selectCreditOwed = (
  db: Kysely<Database>,
): Promise<{ readonly accountId: string; readonly currency: string; readonly cents: number }[]> =>
  db
    .selectFrom('ledger_posting')
    .select(['detail as accountId', 'currency', sql<number>`(-sum(cents))::bigint`.as('cents')])
    .where('account', '=', 'member-credit')
    .groupBy(['detail', 'currency'])
    .execute()
