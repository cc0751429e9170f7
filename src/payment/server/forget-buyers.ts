import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { JobShapes } from '#platform/jobs.ts'
import { anonymizeDeclined, anonymizeSettledOf } from '../charge/server/charge-store.ts'
import type { ErasedCharge } from '../charge/server/charge-store.ts'
import type { PaymentServices } from '../charge/server/payments.ts'
import { customersInUse, readCustomersOf, removeMethods } from '../card/server/payment-method-store.ts'

export const forgottenBuyerPayloads = {
  /** The processor's ids, which name nobody by themselves. */
  'payment: delete customers': z.object({
    processor: z.string(),
    customers: z.array(z.string()),
    charges: z.array(z.string()),
  }),
} as const satisfies JobShapes

type ForgottenBuyers = z.output<(typeof forgottenBuyerPayloads)['payment: delete customers']>

/** Charges that one job asks the processor about. */
const chargesOfJob = 50

const publishCharges = (tx: Tx, erased: readonly ErasedCharge[]): void => {
  const byProcessor = Map.groupBy(erased, ({ processor }) => processor)
  for (const [processor, found] of byProcessor) {
    const charges = found.flatMap(({ processorCharge }) => processorCharge ?? [])
    for (let from = 0; from < charges.length; from += chargesOfJob)
      tx.publish({
        kind: 'buyers-forgotten',
        processor,
        customers: [],
        charges: charges.slice(from, from + chargesOfJob),
      })
  }
}

/** Removes all cards of a member whose account is deleted, here and, by a job, at the processor. */
export const forgetPaymentMethods = async (tx: Tx, accountId: string): Promise<void> => {
  const known = Map.groupBy(await readCustomersOf(tx.db, accountId), ({ processor }) => processor)
  for (const [processor, found] of known) {
    const customers = found.map(({ customer }) => customer)
    tx.publish({ kind: 'buyers-forgotten', processor, customers, charges: [] })
  }
  await removeMethods(tx.db, accountId, tx.now)
}

/**
 * Erases who typed in cards that were declined before a moment, here and, by a job, at the processor; the charge itself
 * stays. At most so many; returns how many.
 */
export const anonymizeDeclinedCharges = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const erased = await anonymizeDeclined(tx.db, before, limit)
  publishCharges(tx, erased)
  return erased.length
}

/** Erases a person from their settled charges, likewise; the order keeps the payer, as tax law requires. */
export const forgetPayer = async (tx: Tx, accountId: string, email: string): Promise<void> =>
  publishCharges(tx, await anonymizeSettledOf(tx.db, accountId, email))

/**
 * Deletes the customers of buyers who are forgotten at the processor; one whose card somebody can still pay with stays.
 * Throws SHOP_BUSY when the processor does not answer, so that the job runs again.
 */
export const deleteCustomers = async (
  { deps, processor }: PaymentServices,
  { processor: name, customers, charges }: ForgottenBuyers,
): Promise<void> => {
  // A shop that has changed its processor has no access to the former one anymore.
  if (name !== processor.name) return
  const found = [...new Set([...customers, ...(await processor.customersOf(charges))])]
  const used = await customersInUse(deps.database, processor.name, found)
  await processor.deleteCustomers(found.filter((customer) => !used.has(customer)))
}
