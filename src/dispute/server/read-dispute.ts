import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import type { DisputeRecord } from '#payment/processor/server/processor.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { outstandingCents } from '../rules/dispute.ts'
import { beginReading, claimDueReadings, claimWriting, selectUnread } from './check-store.ts'
import type { DisputeName } from './check-store.ts'
import type { DisputeServices } from './follow-dispute.ts'
import { recordDispute } from './record-dispute.ts'

/** Hours until an open dispute is read again without a webhook, and minutes until a failed reading is repeated. */
const nextReadingHours = 6
const repeatMinutes = 5

/** Days in which disputes are found without a webhook: longer than a shop is down, and than a processor repeats webhooks. */
const foundDays = 90

/** Nothing more is expected of a closed one whose money has come back or is lost. */
const isFinished = (record: DisputeRecord): boolean =>
  isDisputeClosed(record.state) && (record.state !== 'won' || outstandingCents(record) === 0)

const writeReading = async (
  services: DisputeServices,
  tx: Tx,
  name: DisputeName,
  reading: number,
  record: DisputeRecord | null,
): Promise<boolean> => {
  const { deps } = services
  const next = record === null || isFinished(record) ? null : tx.now.add({ hours: nextReadingHours })
  if (!(await claimWriting(tx, name, reading, next))) return false
  if (record === null) {
    deps.log.error({ dispute: name.processorDispute }, 'the processor knows no such dispute')
    return true
  }
  const written = await recordDispute(tx, services, record)
  if (written === 'no-charge' || written === 'other-currency')
    deps.log.error({ dispute: name.processorDispute, reason: written }, 'a dispute could not be recorded')
  return true
}

/**
 * Reads a dispute at the processor and records it as it is there now. Webhooks come twice and in any order, so their contents are not used: each is a reason to read. Readings that overlap are repeated until the last one is written. Throws
 * SHOP_BUSY when the processor does not answer; then the poller reads it.
 */
export const readDispute = async (services: DisputeServices, processorDispute: string): Promise<void> => {
  const { deps, processor } = services
  const name: DisputeName = { processor: processor.name, processorDispute }
  for (;;) {
    const reading = await inTransaction(deps, (tx) =>
      beginReading(tx.db, name, tx.now.add({ minutes: repeatMinutes })),
    )
    deps.reachCrashPoint('dispute: reading begun')
    const record = await processor.disputes.read(processorDispute)
    deps.reachCrashPoint('dispute: processor answered')
    const isWritten = await inTransaction(deps, (tx) => writeReading(services, tx, name, reading, record))
    deps.reachCrashPoint('dispute: recorded')
    if (isWritten) return
  }
}

const batchSize = 10

/** The poller: reads every dispute that is due for it, one after the other. */
export const readDueDisputes = async (services: DisputeServices): Promise<void> => {
  const { deps, processor } = services
  for (;;) {
    const due = await inTransaction(deps, (tx) =>
      claimDueReadings(tx, processor.name, tx.now.add({ minutes: repeatMinutes }), batchSize),
    )
    for (const id of due)
      try {
        await readDispute(services, id)
      } catch (err) {
        // The claim has delayed its next reading; one broken dispute must not block the others.
        deps.log.error({ err, dispute: id }, 'a dispute could not be read')
      }
    if (due.length < batchSize) return
  }
}

/** Finds the disputes of the last days of which no webhook came, and reads them. Throws when the processor is away. */
export const findDisputes = async (services: DisputeServices): Promise<void> => {
  const { deps, processor } = services
  const now = deps.clock.now()
  const period = { from: now.subtract({ hours: foundDays * 24 }), to: now.add({ hours: 24 }) }
  const ids: string[] = []
  for await (const { processorDispute } of processor.disputes.list(period)) ids.push(processorDispute)
  for (const id of await selectUnread(deps.database, processor.name, ids)) await readDispute(services, id)
}
