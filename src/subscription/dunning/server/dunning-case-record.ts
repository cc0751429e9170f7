import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { DeclineKind } from '#payment/charge/rules/charge-state.ts'
import type { Database } from '#platform/schema.ts'
import { caseStates, declineKindIn, dunningEnds } from '../rules/dunning.ts'
import type { DunningCase } from '../rules/dunning.ts'

const CheckedColumns = z.object({ state: z.enum(caseStates), ended_as: z.enum(dunningEnds).nullable() })

/** A case as the shop works with it. */
export interface StoredDunningCase extends DunningCase {
  readonly id: string
  readonly subscriptionId: string
  readonly accountId: string
  readonly billingCycleId: string
  /** Declined attempts of the schedule. */
  readonly tries: number
  /** Of the latest of them. */
  readonly declineKind: DeclineKind
}

/** A case from its row. */
export const caseFrom = (row: Selectable<Database['dunning_case']>): StoredDunningCase => {
  const { state, ended_as: endedAs } = CheckedColumns.parse(row)
  return {
    state,
    endedAs,
    id: row.id,
    subscriptionId: row.subscription_id,
    accountId: row.account_id,
    billingCycleId: row.billing_cycle_id,
    cycle: row.cycle,
    dueOn: row.due_on,
    tries: row.tries,
    declineKind: declineKindIn(row.decline_kind),
  }
}
