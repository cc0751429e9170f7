import type { DisputeRecord } from '#payment/processor/server/processor.ts'
import { disputeDifference } from '../rules/dispute-difference.ts'
import type { DisputeDifference } from '../rules/dispute-difference.ts'
import type { Dispute } from './dispute-record.ts'
import { allDisputes } from './disputes.ts'
import type { DisputeServices } from './follow-dispute.ts'

/** A dispute in which the shop and the processor differ. */
export interface DisputeDisagreement {
  readonly processorDispute: string
  readonly difference: DisputeDifference
  readonly ours: Dispute | null
  readonly theirs: DisputeRecord | null
}

interface Period {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
}

const isWithin = ({ from, to }: Period, at: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) < 0

/**
 * Compares the disputes that were opened in a period, both ways: what the processor has against what is recorded; the
 * invariants compare that with the ledger. Reads only. Throws when the processor does not answer.
 */
export const reconcileDisputes = async (
  { deps, processor }: DisputeServices,
  period: Period,
): Promise<{ readonly disputes: number; readonly disagreements: readonly DisputeDisagreement[] }> => {
  const ours = new Map(
    (await allDisputes(deps.database))
      .filter(({ processor: name, openedAt }) => name === processor.name && isWithin(period, openedAt))
      .map((dispute) => [dispute.processorDispute, dispute]),
  )
  const theirs = new Map<string, DisputeRecord>()
  for await (const record of processor.disputes.list(period)) theirs.set(record.processorDispute, record)
  const ids = [...new Set([...theirs.keys(), ...ours.keys()])]
  const disagreements = ids.flatMap((processorDispute) => {
    const pair = { ours: ours.get(processorDispute) ?? null, theirs: theirs.get(processorDispute) ?? null }
    const difference = disputeDifference(pair.ours, pair.theirs)
    return difference === null ? [] : [{ processorDispute, difference, ...pair }]
  })
  return { disputes: ids.length, disagreements }
}
