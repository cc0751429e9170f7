import { creditMoves, creditOwed, postJournals } from '#ledger/server/journals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { creditGiven, creditLapsed } from '../rules/credit-journals.ts'
import type { CreditReason } from '../rules/credit-journals.ts'
import {
  addAvailable,
  clearNotes,
  closeBalances,
  insertGrant,
  insertUses,
  selectAvailable,
  selectBalances,
  selectGrants,
  settleUse,
} from './credit-store.ts'
import type { Db, OwnedCredit, UseDraft } from './credit-store.ts'
import { creditIn, creditKey } from '../rules/credit-use.ts'
import type { CreditBalances } from '../rules/credit-use.ts'

export { selectReservedFor as reservedFor } from './credit-store.ts'

/** A sentence for each balance that differs from the ledger, or whose uses differ from its reserved credit. */
export const brokenCredit = async (db: Db): Promise<readonly string[]> => {
  const owed = new Map(
    (await creditOwed(db)).map(({ accountId, currency, cents }) => [`${accountId} in ${currency}`, cents]),
  )
  const broken: string[] = []
  for (const { account_id, currency, available, reserved, in_use: inUse } of await selectBalances(db)) {
    const id = `${account_id} in ${currency}`
    const recorded = owed.get(id) ?? 0
    owed.delete(id)
    if (available + reserved !== recorded)
      broken.push(`member ${id} has ${available + reserved} cents of credit, and ${recorded} in the ledger`)
    if (reserved !== inUse)
      broken.push(`member ${id} has ${reserved} cents of credit set aside, and ${inUse} in open uses`)
  }
  for (const [id, cents] of owed)
    if (cents !== 0)
      broken.push(`member ${id} is owed ${cents} cents of credit in the ledger, and has no balance`)
  return broken
}

/** Credit to be given. */
export interface NewCreditGrant {
  readonly accountId: string
  readonly currency: Currency
  readonly cents: Cents
  /** What it is given for, as `referral:<friend>:friend`: the same again gives nothing. */
  readonly source: string
  readonly reason: CreditReason
  /** A note for the member, if an operator wrote one. */
  readonly note?: string
}

const lapse = async (tx: Tx, accountId: string): Promise<void> => {
  const lapsed = (await closeBalances(tx, accountId)).filter(({ cents }) => cents > 0)
  await postJournals(
    tx,
    lapsed.map((sum) => creditLapsed({ id: tx.ids.uuid(), ...sum })),
  )
}

const add = async (tx: Tx, sum: OwnedCredit): Promise<void> => {
  if (await addAvailable(tx, sum)) await lapse(tx, sum.accountId)
}

/** Grants credit with its ledger entry, in the caller's transaction; false when its source has granted before. */
export const grantCredit = async (tx: Tx, grant: NewCreditGrant): Promise<boolean> => {
  const { accountId, currency, cents, source, reason, note = '' } = grant
  const id = await insertGrant(tx, { accountId, currency, cents, source, reason, note })
  if (id === null) return false
  await postJournals(tx, [creditGiven({ id, accountId, cents, currency }, reason)])
  await add(tx, { accountId, cents, currency })
  return true
}

const balancesOf = (sums: readonly OwnedCredit[]): CreditBalances =>
  new Map(sums.map(({ accountId, currency, cents }) => [creditKey(accountId, currency), cents]))

/** The available credit of these members in each currency; those without any are missing. */
export const availableCredit = async (db: Db, accountIds: readonly string[]): Promise<CreditBalances> =>
  balancesOf(await selectAvailable(db, accountIds, false))

/** As `availableCredit`, for one in one currency. */
export const creditOf = async (db: Db, accountId: string, currency: Currency): Promise<Cents> =>
  creditIn(await availableCredit(db, [accountId]), accountId, currency)

/** As `availableCredit`, locked until the end of this transaction. */
export const lockCredit = async (tx: Tx, accountIds: readonly string[]): Promise<CreditBalances> =>
  balancesOf(await selectAvailable(tx.db, accountIds, true))

/** The price of a purchase or renewal, of which credit pays a part. */
interface PriceToPay extends Omit<UseDraft, 'cents'> {
  readonly totals: Totals
}

/**
 * Reserves credit for purchases or renewals that are being paid; nobody else can use it. The caller holds the lock of
 * `lockCredit`; more than is available undoes the transaction.
 */
export const reserveCredit = async (tx: Tx, prices: readonly PriceToPay[]): Promise<void> => {
  const some = prices
    .map(({ totals, ...use }) => ({ ...use, cents: totals.creditCents }))
    .filter(({ cents }) => cents > 0)
  if (some.length > 0) await insertUses(tx, some)
}

/** The purchase or renewal became an order, whose ledger entries include it: the credit that pays a part of it is used. */
export const commitCredit = async (tx: Tx, purposeId: string, totals: Totals): Promise<void> => {
  if (totals.creditCents > 0) await settleUse(tx, purposeId, 'committed')
}

/** The payment failed: the credit that was to pay a part of it is available again. */
export const releaseCredit = async (tx: Tx, purposeId: string, totals: Totals): Promise<void> => {
  if (totals.creditCents === 0) return
  const released = await settleUse(tx, purposeId, 'released')
  if (released) await add(tx, released)
}

/** A refund gives credit back; its ledger entry is the refund's, in the same transaction. */
export const returnCredit = (tx: Tx, returned: OwnedCredit): Promise<void> => add(tx, returned)

/** The account ends: its credit lapses, and so does whatever is refunded later. */
export const lapseCreditOf = async (tx: Tx, accountId: string): Promise<void> => {
  await lapse(tx, accountId)
  await clearNotes(tx, accountId)
}

/** A line of a member's statement. Cents: granted positive, used negative; `balanceCents` is the balance in its currency after it. */
export interface CreditEntry {
  readonly at: string
  readonly kind: CreditReason | 'used' | 'refunded' | 'lapsed'
  /** An operator's note; mostly empty. */
  readonly note: string
  readonly orderId: string | null
  readonly currency: Currency
  readonly cents: Cents
  readonly balanceCents: Cents
}

const reasons = ['refer-friend', 'came-by-friend', 'operator'] as const satisfies readonly CreditReason[]

/** A member's credit line by line, the oldest first, read off the ledger. */
export const creditStatement = async (db: Db, accountId: string): Promise<readonly CreditEntry[]> => {
  const grants = await selectGrants(db, accountId)
  const balances = new Map<Currency, Cents>()
  return (await creditMoves(db, accountId)).map(({ fact, factId, orderId, at, cents, currency }) => {
    const balanceCents = (balances.get(currency) ?? 0) + cents
    balances.set(currency, balanceCents)
    const grant = grants.get(factId)
    const given = reasons.find((reason) => reason === grant?.reason) ?? 'operator'
    const kinds: Readonly<Record<string, CreditEntry['kind']>> = {
      'order-placed': 'used',
      'refund-settled': 'refunded',
      'credit-lapsed': 'lapsed',
    }
    const kind = ownValue(kinds, fact) ?? given
    return { at, kind, note: grant?.note ?? '', orderId, currency, cents, balanceCents }
  })
}
