import { postedFacts } from '#ledger/server/journals.ts'
import { selectTakenCents } from './charge-entries.ts'
import { type Db } from './charge-store.ts'
import { selectGivenBackCents } from './refund-store.ts'

/** A sentence for each sum of the cards that the ledger says otherwise; none when they agree. */
export const brokenReceivable = async (db: Db): Promise<readonly string[]> => {
  const placed = await postedFacts(db, 'order-placed')
  const refunded = await postedFacts(db, 'refund-settled')
  const compared: readonly (readonly [string, number, number])[] = [
    ['charged to cards', await selectTakenCents(db), placed.receivableCents],
    ['given back to cards', await selectGivenBackCents(db), 0 - refunded.receivableCents],
  ]
  return compared.flatMap(([what, ours, booked]) =>
    ours === booked ? [] : [`cents ${what}: ${ours}, and ${booked} in the ledger`],
  )
}
