import { sql } from 'kysely'
import type { ChargeOutcome } from '../rules/charge-state.ts'
import { firstCheckSeconds } from '../rules/settlement.ts'
import { firstCheckAt } from './next-check.ts'

/** The columns that an outcome changes in the row of an open charge. */
export const changedColumns = (outcome: ChargeOutcome, now: Temporal.Instant) => {
  switch (outcome.state) {
    case 'succeeded':
      return {
        state: outcome.state,
        processor_charge: outcome.processorCharge,
        card: JSON.stringify(outcome.card),
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'declined':
      return {
        state: outcome.state,
        decline_kind: outcome.kind,
        decline_reason: outcome.reason,
        ...(outcome.processorCharge === null ? {} : { processor_charge: outcome.processorCharge }),
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'void':
      return { state: outcome.state, next_check_at: null, settled_at: now.toString() }
    case 'challenge':
      return {
        state: outcome.state,
        processor_charge: outcome.processorCharge,
        challenge_url: outcome.url,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.challenge),
      }
    case 'unknown':
      return {
        // A lost answer does not discard a challenge that is known to wait.
        state: sql<string>`case when state = 'challenge' then state else 'unknown' end`,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.unknown),
      }
    default:
      return outcome satisfies never
  }
}
