import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { AddOn } from '../rules/subscription-terms.ts'

/** What comes once with the next order of each of these subscriptions, in the order in which it was added. */
export const selectAddOns = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, AddOn[]>> => {
  const found = new Map<string, AddOn[]>()
  if (subscriptionIds.length === 0) return found
  const rows = await db
    .selectFrom('subscription_add_on')
    .selectAll()
    .where('subscription_id', 'in', subscriptionIds)
    .where('removed_at', 'is', null)
    .where('billed_cycle', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const addOn = {
      id: row.id,
      planCode: row.plan_code,
      quantity: row.quantity,
      unitPriceCents: row.unit_price_cents,
      fromCycle: row.from_cycle,
    }
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), addOn])
  }
  return found
}

interface Owner {
  readonly subscriptionId: string
  readonly accountId: string
}

/** Writes down what comes with another order than before. */
const postponeAddOns = async (tx: Tx, before: readonly AddOn[], after: readonly AddOn[]): Promise<void> => {
  const postponed = after.filter(({ id, fromCycle }) =>
    before.some((other) => other.id === id && other.fromCycle !== fromCycle),
  )
  for (const { id, fromCycle } of postponed)
    await tx.db
      .updateTable('subscription_add_on')
      .set({ from_cycle: fromCycle })
      .where('id', '=', id)
      .execute()
}

/** Adds what is new in `after`, restores what was removed or came with an earlier order, removes what is not in it. */
export const writeAddOns = async (
  tx: Tx,
  { subscriptionId, accountId }: Owner,
  before: readonly AddOn[],
  after: readonly AddOn[],
): Promise<void> => {
  const added = after.filter(({ id }) => !before.some((other) => other.id === id))
  const removed = before.filter(({ id }) => !after.some((other) => other.id === id)).map(({ id }) => id)
  if (added.length > 0)
    await tx.db
      .insertInto('subscription_add_on')
      .values(
        added.map((addOn) => ({
          id: addOn.id,
          subscription_id: subscriptionId,
          account_id: accountId,
          plan_code: addOn.planCode,
          quantity: addOn.quantity,
          unit_price_cents: addOn.unitPriceCents,
          from_cycle: addOn.fromCycle,
          added_at: tx.now.toString(),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({
          removed_at: null,
          billed_cycle: null,
          from_cycle: set.ref('excluded.from_cycle'),
        })),
      )
      .execute()
  await postponeAddOns(tx, before, after)
  if (removed.length > 0)
    await tx.db
      .updateTable('subscription_add_on')
      .set({ removed_at: tx.now.toString() })
      .where('id', 'in', removed)
      .execute()
}

/** They came with this cycle's order and will not come again. */
export const billAddOns = async (tx: Tx, ids: readonly string[], cycle: number): Promise<void> => {
  if (ids.length === 0) return
  await tx.db.updateTable('subscription_add_on').set({ billed_cycle: cycle }).where('id', 'in', ids).execute()
}

/** They were to come with this cycle's order, which is not placed: no order includes them. */
export const giveUpAddOns = async (tx: Tx, subscriptionId: string, cycle: number): Promise<void> => {
  await tx.db
    .updateTable('subscription_add_on')
    .set({ billed_cycle: null, removed_at: tx.now.toString() })
    .where('subscription_id', '=', subscriptionId)
    .where('billed_cycle', '=', cycle)
    .execute()
}

/** Removes the add-ons that no order will include any more. */
export const removeAddOns = async (tx: Tx, subscriptionId: string): Promise<void> => {
  await tx.db
    .updateTable('subscription_add_on')
    .set({ removed_at: tx.now.toString() })
    .where('subscription_id', '=', subscriptionId)
    .where('removed_at', 'is', null)
    .where('billed_cycle', 'is', null)
    .execute()
}
