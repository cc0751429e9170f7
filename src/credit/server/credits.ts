import { creditMoves, creditOwed, postJournals } from '#ledger/server/journals.ts'
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
  selectBalances,
  selectGrants,
  selectReservedFor,
  settleUse,
} from './credit-store.ts'
import type { Db, UseDraft } from './credit-store.ts'

/** A sentence for each balance that differs from the ledger, or whose uses differ from its reserved credit. */
export const brokenCredit = async (db: Db): Promise<readonly string[]> => {
  const owed = new Map((await creditOwed(db)).map(({ accountId, cents }) => [accountId, cents]))
  const broken: string[] = []
  for (const { account_id: id, available, reserved, in_use: inUse } of await selectBalances(db)) {
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
  readonly cents: Cents
  /** What it is given for, as `referral:<friend>:friend`: the same again gives nothing. */
  readonly source: string
  readonly reason: CreditReason
  /** A note for the member, if an operator wrote one. */
  readonly note?: string
}

const lapse = async (tx: Tx, accountId: string): Promise<void> => {
  const cents = await closeBalance(tx, accountId)
  if (cents > 0) await postJournals(tx, [creditLapsed({ id: tx.ids.uuid(), accountId, cents })])
}

const add = async (tx: Tx, accountId: string, cents: Cents): Promise<void> => {
  if (await addAvailable(tx, accountId, cents)) await lapse(tx, accountId)
}

/** Grants credit with its ledger entry, in the caller's transaction; false when its source has granted before. */
export const grantCredit = async (tx: Tx, grant: NewCreditGrant): Promise<boolean> => {
  const { accountId, cents, source, reason, note = '' } = grant
  const id = await insertGrant(tx, { accountId, cents, source, reason, note })
  if (id === null) return false
  await postJournals(tx, [creditGiven({ id, accountId, cents }, reason)])
  await add(tx, accountId, cents)
  return true
}

/** The available credit of these members; those without any are missing. */
export const availableCredit = (db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> =>
  selectAvailable(db, accountIds, false)

/** As `availableCredit`, for one. */
export const creditOf = async (db: Db, accountId: string): Promise<Cents> =>
  (await selectAvailable(db, [accountId], false)).get(accountId) ?? 0

/** As `availableCredit`, locked until the end of this transaction. */
export const lockCredit = (tx: Tx, accountIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> =>
  selectAvailable(tx.db, accountIds, true)

/**
 * Reserves credit for purchases or renewals that are being paid; nobody else can use it. The caller holds the lock of
 * `lockCredit`; more than is available undoes the transaction.
 */
export const reserveCredit = async (tx: Tx, uses: readonly UseDraft[]): Promise<void> => {
  const some = uses.filter(({ cents }) => cents > 0)
  if (some.length > 0) await insertUses(tx, some)
}

/** The purchase or renewal became an order, whose ledger entries include it: the reserved credit is used. */
export const commitCredit = async (tx: Tx, purposeId: string): Promise<void> => {
  await settleUse(tx, purposeId, 'committed')
}

/** The payment failed: the reserved credit is available again. */
export const releaseCredit = async (tx: Tx, purposeId: string): Promise<void> => {
  const released = await settleUse(tx, purposeId, 'released')
  if (released) await add(tx, released.accountId, released.cents)
}

/** A refund gives credit back; its ledger entry is the refund's, in the same transaction. */
export const returnCredit = (tx: Tx, accountId: string, cents: Cents): Promise<void> =>
  add(tx, accountId, cents)

/** The account ends: its credit lapses, and so does whatever is refunded later. */
export const lapseCreditOf = async (tx: Tx, accountId: string): Promise<void> => {
  await lapse(tx, accountId)
  await clearNotes(tx, accountId)
}

/** A line of a member's statement. Cents: granted positive, used negative; `balanceCents` is the balance after it. */
export interface CreditEntry {
  readonly at: string
  readonly kind: CreditReason | 'used' | 'refunded' | 'lapsed'
  /** An operator's note; mostly empty. */
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
      'refund-settled': 'refunded',
      'credit-lapsed': 'lapsed',
    }
    return { at, kind: ownValue(kinds, fact) ?? given, note: grant?.note ?? '', orderId, cents, balanceCents }
  })
}

/** The checkouts or cycles for which credit is set aside at this moment. */
export const reservedFor = (db: Db, purpose: UseDraft['purpose']): Promise<readonly string[]> =>
  selectReservedFor(db, purpose)
