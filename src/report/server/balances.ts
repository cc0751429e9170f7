import type { Kysely } from 'kysely'
import type { LedgerAccount } from '#ledger/rules/journal.ts'
import { ledgerAccounts } from '#ledger/server/journals.ts'
import type { Database } from '#platform/schema.ts'
import type { Currency } from '#shared/money.ts'
import { readBalances, readTaxes } from './sum-reads.ts'
import type { MonthSpan, TaxSum } from './sum-reads.ts'
import { inSumSnapshot } from './sum-store.ts'

export type { TaxSum } from './sum-reads.ts'

/** An account with its balance in one currency; debits positive. */
export interface AccountBalance {
  readonly code: LedgerAccount
  /** Its name for people. */
  readonly name: string
  readonly kind: string
  readonly currency: Currency
  readonly cents: number
}

/**
 * The balance of every account with postings in each of its currencies, of all days before `before` (null means all): from the
 * sums of days that are over, and the postings of the others.
 */
export const accountBalances = (
  database: Kysely<Database>,
  before: Temporal.PlainDate | null,
): Promise<readonly AccountBalance[]> =>
  inSumSnapshot(database, async (snapshot) => {
    const balances = Map.groupBy(await readBalances(snapshot, before), ({ account }) => account)
    return (await ledgerAccounts(snapshot.db)).flatMap((account) =>
      (balances.get(account.code) ?? []).map(({ currency, cents }) => ({ ...account, currency, cents })),
    )
  })

/** Tax by place and currency of some days. */
export const taxesByPlace = (database: Kysely<Database>, days: MonthSpan): Promise<readonly TaxSum[]> =>
  inSumSnapshot(database, (snapshot) => readTaxes(snapshot, days))
