import type { Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'

export type BillingCycleRow = Selectable<Database['billing_cycle']>

export interface BillingCycleDraft {
  readonly subscriptionId: string
  readonly accountId: string
  readonly number: number
  readonly dueOn: Temporal.PlainDate
  /** The priced renewal as it will be charged, so that any process can finish the cycle. */
  readonly quote: unknown
}

/**
 * Opens the cycles of a run, or takes up declined ones for another attempt, in one statement. A cycle that is being
 * charged, unknown or billed is left alone and not returned: whoever sees it cannot bill it a second time.
 */
export const openCycles = async (
  work: Work,
  drafts: readonly BillingCycleDraft[],
): Promise<BillingCycleRow[]> => {
  if (drafts.length === 0) return []
  return work.db
    .insertInto('billing_cycle')
    .values(
      drafts.map((draft) => ({
        id: work.ids.uuid(),
        subscription_id: draft.subscriptionId,
        account_id: draft.accountId,
        number: draft.number,
        due_on: draft.dueOn.toString(),
        state: 'charging',
        attempts: 1,
        quote: JSON.stringify(draft.quote),
        opened_at: work.now.toString(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'number'])
        .doUpdateSet((set) => ({
          state: 'charging',
          attempts: set('billing_cycle.attempts', '+', 1),
          quote: set.ref('excluded.quote'),
        }))
        .where('billing_cycle.state', '=', 'declined'),
    )
    .returningAll()
    .execute()
}

/** The cycle of a charge, locked: whoever settles it first decides, the others find it settled. */
export const lockCycle = (work: Work, id: string): Promise<BillingCycleRow | undefined> =>
  work.db.selectFrom('billing_cycle').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type Settlement =
  | { readonly state: 'billed'; readonly orderId: string }
  | { readonly state: 'declined' | 'failed' | 'unknown' }

/** Writes what became of a cycle. */
export const settleCycle = async (work: Work, id: string, settlement: Settlement): Promise<void> => {
  await work.db
    .updateTable('billing_cycle')
    .set({
      state: settlement.state,
      order_id: settlement.state === 'billed' ? settlement.orderId : null,
      settled_at: settlement.state === 'unknown' ? null : work.now.toString(),
    })
    .where('id', '=', id)
    .execute()
}
