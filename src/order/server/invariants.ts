import type { Kysely } from 'kysely'
import { postedFacts } from '#ledger/server/journals.ts'
import type { Database } from '#platform/schema.ts'
import { selectBookedSums } from './order-store.ts'

/** A sentence for each way in which orders and ledger disagree; none when they agree. */
export const brokenOrderBooks = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const orders = await selectBookedSums(db)
  const placed = await postedFacts(db, 'order-placed')
  const shipped = await postedFacts(db, 'order-shipped')
  const canceled = await postedFacts(db, 'order-canceled')
  const refunded = await postedFacts(db, 'refund-settled')
  const compared: readonly (readonly [string, number, number])[] = [
    ['orders placed', orders.placed, placed.count],
    ['orders shipped', orders.shipped, shipped.count],
    ['orders canceled', orders.canceled, canceled.count],
    ['cents of orders', orders.total_cents, placed.receivableCents],
    ['cents given back', orders.refunded_cents, 0 - refunded.receivableCents],
  ]
  return compared.flatMap(([what, ours, booked]) =>
    ours === booked ? [] : [`${what}: ${ours}, and ${booked} in the ledger`],
  )
}
