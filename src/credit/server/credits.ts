import { creditMoves, postJournals } from '#ledger/server/journals.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Cents } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { creditGiven, creditLapsed } from '../rules/credit-journals.ts'
import type { CreditReason } from '../rules/credit-journals.ts'
import {
  addAvailable,
  clearNotes,
  closeBalance,
  insertGrant,
  insertUses,
  selectAvailable,
  selectGrants,
  selectReservedFor,
  settleUse,
} from './credit-store.ts'
import type { Db, UseDraft } from './credit-store.ts'

/** Credit to be given. */
export interface NewCreditGrant {
  readonly accountId: string
  readonly cents: Cents
  /** What it is given for, as `referral:<friend>:friend`: the same again gives nothing. */
  readonly source: string
  readonly reason: CreditReason
  /** Words for people, where the reason is somebody's. */
  readonly note?: string
}

const lapse = async (tx: Tx, accountId: string): Promise<void> => {
  const cents = await closeBalance(tx, accountId)
  if (cents > 0) await postJournals(tx, [creditLapsed({ id: tx.ids.uuid(), accountId, cents })])
}

const add = async (tx: Tx, accountId: string, cents: Cents): Promise<void> => {
  if (await addAvailable(tx, accountId, cents)) await lapse(tx, accountId)
}

/** Gives credit with its ledger entry, in the caller's transaction; false when its source has given before. */
export const grantCredit = async (tx: Tx, grant: NewCreditGrant): Promise<boolean> => {
  const { accountId, cents, source, reason, note = '' } = grant
  const id = await insertGrant(tx, { accountId, cents, source, reason, note })
  if (id === null) return false
  await postJournals(tx, [creditGiven({ id, accountId, cents }, reason)])
  await add(tx, accountId, cents)
  return true
}

/** What these members have to spend; those who have nothing are left out. */
export const availableCredit = (db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> =>
  selectAvailable(db, accountIds, false)

/** As `availableCredit`, for one. */
export const creditOf = async (db: Db, accountId: string): Promise<Cents> =>
  (await selectAvailable(db, [accountId], false)).get(accountId) ?? 0

/** As `availableCredit`, and nobody else spends it before this transaction ends. */
export const lockCredit = (tx: Tx, accountIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> =>
  selectAvailable(tx.db, accountIds, true)

/**
 * Sets credit aside for purchases or renewals that are being paid; what is set aside nobody else can use. The caller
 * holds the lock of `lockCredit`; more than there is undoes the transaction.
 */
export const reserveCredit = async (tx: Tx, uses: readonly UseDraft[]): Promise<void> => {
  const some = uses.filter(({ cents }) => cents > 0)
  if (some.length > 0) await insertUses(tx, some)
}

/** The purchase or renewal became an order, whose books say so: what was set aside is spent. */
export const commitCredit = async (tx: Tx, purposeId: string): Promise<void> => {
  await settleUse(tx, purposeId, 'committed')
}

/** It came to nothing: what was set aside can be spent again. */
export const releaseCredit = async (tx: Tx, purposeId: string): Promise<void> => {
  const released = await settleUse(tx, purposeId, 'released')
  if (released) await add(tx, released.accountId, released.cents)
}

/** A refund gives credit back; its ledger entry is the refund's, in the same transaction. */
export const returnCredit = (tx: Tx, accountId: string, cents: Cents): Promise<void> =>
  add(tx, accountId, cents)

/** The account ends: what it had lapses, and so does whatever comes back later. */
export const lapseCreditOf = async (tx: Tx, accountId: string): Promise<void> => {
  await lapse(tx, accountId)
  await clearNotes(tx, accountId)
}

/** A line of a member's statement. Cents: given positive, used negative; `balanceCents` is what it left. */
export interface CreditEntry {
  readonly at: string
  readonly kind: CreditReason | 'used' | 'given-back' | 'lapsed'
  /** Somebody's own words; mostly empty. */
  readonly note: string
  readonly orderId: string | null
  readonly cents: Cents
  readonly balanceCents: Cents
}

const reasons = ['refer-friend', 'came-by-friend', 'operator'] as const satisfies readonly CreditReason[]

/** A member's credit line by line, the oldest first, read off the ledger. */
export const creditStatement = async (db: Db, accountId: string): Promise<readonly CreditEntry[]> => {
  const grants = await selectGrants(db, accountId)
  let balanceCents = 0
  return (await creditMoves(db, accountId)).map(({ fact, factId, orderId, at, cents }) => {
    balanceCents += cents
    const grant = grants.get(factId)
    const given = reasons.find((reason) => reason === grant?.reason) ?? 'operator'
    const kinds: Readonly<Record<string, CreditEntry['kind']>> = {
      'order-placed': 'used',
      'refund-settled': 'given-back',
      'credit-lapsed': 'lapsed',
    }
    return { at, kind: ownValue(kinds, fact) ?? given, note: grant?.note ?? '', orderId, cents, balanceCents }
  })
}

/** The checkouts or cycles for which credit is set aside at this moment. */
export const reservedFor = (db: Db, purpose: UseDraft['purpose']): Promise<readonly string[]> =>
  selectReservedFor(db, purpose)
