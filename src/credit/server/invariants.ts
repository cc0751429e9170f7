import { creditOwed } from '#ledger/server/journals.ts'
import { selectBalances } from './credit-store.ts'
import type { Db } from './credit-store.ts'

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
