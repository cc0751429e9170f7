import type { Kysely } from 'kysely'
import { orderById } from '#order/server/orders.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import { markOrderForCancellation, selectCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { chargeOfCycle, selectCyclesById } from '#subscription/renewal/server/open-cycles.ts'
import type { StoredChange } from '#subscription/record/server/subscription-change-store.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'

const chargeStateOf = (cycle: BillingCycle): ChargeDuringChange['state'] => {
  if (cycle.state === 'charging' || cycle.state === 'unknown') return 'pending'
  return cycle.state === 'billed' ? 'charged' : 'not-charged'
}

/** Whether the order of a charge, if it comes to one, can still be canceled. */
const canBeCanceled = async (db: Kysely<Database>, { orderId }: BillingCycle): Promise<boolean> =>
  orderId === null || (await orderById(db, orderId)).state === 'placed'

/** The charges that were in flight when these changes were made, with their current state, by the id of the change. */
export const chargesDuringChanges = async (
  db: Kysely<Database>,
  changes: readonly Pick<StoredChange, 'id' | 'cycleInFlight' | 'undoneAt'>[],
): Promise<ReadonlyMap<string, ChargeDuringChange>> => {
  const cycles = await selectCyclesById(
    db,
    changes.flatMap(({ cycleInFlight }) => cycleInFlight ?? []),
  )
  const found = new Map<string, ChargeDuringChange>()
  for (const { id, cycleInFlight: cycleId, undoneAt } of changes) {
    const cycle = cycleId === null ? undefined : cycles.get(cycleId)
    if (!cycle) continue
    const [state, charge] = [chargeStateOf(cycle), chargeOfCycle(cycle)]
    const isOpen = !charge.isOrderCanceled && undoneAt === null && state !== 'not-charged'
    const canCancelOrder = isOpen && (await canBeCanceled(db, cycle))
    found.set(id, { ...charge, state, canCancelOrder })
  }
  return found
}

/** As `chargesDuringChanges`, for one change; null when nothing was being charged. */
export const chargeDuringChange = async (
  db: Kysely<Database>,
  change: Pick<StoredChange, 'id' | 'cycleInFlight' | 'undoneAt'>,
): Promise<ChargeDuringChange | null> => (await chargesDuringChanges(db, [change])).get(change.id) ?? null

/**
 * The member wants the order of a charge canceled and refunded: once it is paid, or at once if it is. The subscription
 * is locked. NOT_FOUND for a cycle of another subscription.
 */
export const cancelOrderOfCharge = async (
  tx: Tx,
  subscriptionId: string,
  cycleId: string,
  changeId: string,
): Promise<void> => {
  const cycle = await selectCycle(tx.db, cycleId)
  if (cycle?.subscriptionId !== subscriptionId) throw new ShopError('NOT_FOUND')
  if (await markOrderForCancellation(tx, cycleId, changeId)) return
  if (cycle.orderId !== null) tx.publish({ kind: 'order-cancel-requested', orderId: cycle.orderId })
}
