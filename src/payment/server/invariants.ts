import { postedFacts } from '#ledger/server/journals.ts'
import { selectChargedCents } from './charge-entries.ts'
import { type Db } from './charge-store.ts'
import { selectRefundedCents } from './refund-store.ts'

/** A sentence for each card total that differs from the ledger; none when they agree. */
export const brokenReceivable = async (db: Db): Promise<readonly string[]> => {
  const placed = await postedFacts(db, 'order-placed')
  const refunded = await postedFacts(db, 'refund-settled')
  const compared: readonly (readonly [string, number, number])[] = [
    ['charged to cards', await selectChargedCents(db), placed.receivableCents],
    ['refunded to cards', await selectRefundedCents(db), 0 - refunded.receivableCents],
  ]
  return compared.flatMap(([what, ours, recorded]) =>
    ours === recorded ? [] : [`cents ${what}: ${ours}, and ${recorded} in the ledger`],
  )
}
