import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { differenceOf, type Difference, type Entry } from '../rules/reconciliation.ts'
import { readChargeEntries } from '../charge/server/charge-entries.ts'
import type { ChargeOutcome } from '../charge/rules/charge-state.ts'
import { readChargeByKey } from '../charge/server/charge-store.ts'
import type { PaymentServices } from '../charge/server/payments.ts'
import type { Period, ProcessorName } from '../processor/server/processor.ts'
import { isRefundKey } from '../refund/server/refund-record.ts'
import { readRefundEntries } from '../refund/server/refund-entries.ts'

/** One disagreement about money between the shop's and the processor's records. */
export interface Disagreement {
  readonly what: 'charge' | 'refund'
  /** The shop's key if there is one, the processor's otherwise. */
  readonly key: string
  readonly difference: Difference
  readonly ours: Entry | null
  readonly theirs: Entry | null
}

export interface Reconciliation {
  /** How many charges and refunds were compared. */
  readonly charges: number
  readonly refunds: number
  readonly disagreements: readonly Disagreement[]
}

/** Our side: by keys, and those of a period that have moved money. */
interface OurRecords {
  readonly byKeys: (keys: readonly string[]) => Promise<Entry[]>
  readonly movedIn: (period: Period) => AsyncIterable<Entry[]>
  /** The processor's record of a charge of the shop that was opened before the period that was listed; null for any other. */
  readonly openedEarlier: (key: string) => Promise<Entry | null>
}

const pageSize = 100

async function* pagesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let page: Entry[] = []
  for await (const entry of entries) {
    page.push(entry)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const compared = (what: Disagreement['what'], ours: Entry | null, theirs: Entry | null): Disagreement[] => {
  const difference = differenceOf(ours, theirs)
  const key = ours?.key ?? theirs?.key ?? ''
  return difference === null ? [] : [{ what, key, difference, ours, theirs }]
}

/** The processor's entries against the shop's, and then the shop's entries that the processor did not list. */
const compareRecords = async (
  what: Disagreement['what'],
  period: Period,
  theirs: AsyncIterable<Entry>,
  ours: OurRecords,
): Promise<{ readonly count: number; readonly found: readonly Disagreement[] }> => {
  const seen = new Set<string>()
  const found: Disagreement[] = []
  for await (const page of pagesOf(theirs)) {
    const here = new Map((await ours.byKeys(page.map(({ key }) => key))).map((entry) => [entry.key, entry]))
    for (const entry of page) {
      seen.add(entry.key)
      found.push(...compared(what, here.get(entry.key) ?? null, entry))
    }
  }
  let count = seen.size
  for await (const page of ours.movedIn(period))
    for (const entry of page.filter(({ key }) => !seen.has(key))) {
      count += 1
      found.push(...compared(what, entry, await ours.openedEarlier(entry.key)))
    }
  return { count, found }
}

async function* theirCharges({ processor }: PaymentServices, period: Period): AsyncGenerator<Entry> {
  for await (const record of processor.listCharges(period)) {
    const { idempotencyKey, processorCharge, state, amountCents: cents, currency } = record
    yield { key: idempotencyKey ?? processorCharge, state, cents, currency }
  }
}

const refundStates = { refunded: 'succeeded', pending: 'open', refused: 'failed' } as const

async function* theirRefunds({ processor }: PaymentServices, period: Period): AsyncGenerator<Entry> {
  for await (const { idempotencyKey, processorRefund, state, amountCents } of processor.listRefunds(period))
    yield {
      // One that somebody made at the processor is known by its own id.
      key: idempotencyKey !== null && isRefundKey(idempotencyKey) ? idempotencyKey : processorRefund,
      state: refundStates[state],
      cents: amountCents,
      currency: null,
    }
}

/** The shop's entries page by page, each page after the last entry of the one before. */
async function* paged(
  read: (after: string) => Promise<readonly (Entry & { readonly id: string })[]>,
): AsyncGenerator<Entry[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await read(after)
    yield [...page]
    const last = page.at(-1)
    if (page.length < pageSize || last === undefined) return
    after = last.id
  }
}

/** A declined charge that its buyer confirmed later has the processor's date of the first attempt. */
const confirmedLater = async ({ deps, processor }: PaymentServices, key: string): Promise<Entry | null> => {
  const charge = await readChargeByKey(deps.database, key)
  if (charge?.request.source.kind !== 'declined-charge') return null
  const { request, processorCharge, createdAt } = charge
  const { state } = await processor.check({ request, processorCharge, createdAt })
  return state === 'unknown'
    ? null
    : { key, state: isSettledAs(state), cents: request.amountCents, currency: request.currency }
}

const isSettledAs = (state: ChargeOutcome['state']): Entry['state'] => {
  if (state === 'succeeded') return state
  return state === 'challenge' ? 'open' : 'failed'
}

const recordsOf = (
  db: Kysely<Database>,
  name: ProcessorName,
  read: typeof readChargeEntries | typeof readRefundEntries,
): Omit<OurRecords, 'openedEarlier'> => ({
  byKeys: (keys) => read(db, name, { keys }),
  movedIn: (period) => paged((after) => read(db, name, { period, after, limit: pageSize })),
})

const epoch = Temporal.Instant.fromEpochMilliseconds(0)

/** A day more on both sides: an entry near the edge of the period may be outside of it by the other clock. */
const widened = ({ from, to }: Period): Period => {
  const earlier = from.subtract({ hours: 24 })
  return { from: Temporal.Instant.compare(earlier, epoch) < 0 ? epoch : earlier, to: to.add({ hours: 24 }) }
}

/**
 * Compares the shop's charges and refunds with the processor's records of a period, both ways. Reads only, so it can
 * run while the shop is open; what is in flight at this moment is left to the poller. Throws when the processor does
 * not answer.
 */
export const reconcile = async (services: PaymentServices, period: Period): Promise<Reconciliation> => {
  const { database } = services.deps
  const { name } = services.processor
  const theirs = widened(period)
  const charges = await compareRecords('charge', period, theirCharges(services, theirs), {
    ...recordsOf(database, name, readChargeEntries),
    openedEarlier: (key) => confirmedLater(services, key),
  })
  const refunds = await compareRecords('refund', period, theirRefunds(services, theirs), {
    ...recordsOf(database, name, readRefundEntries),
    openedEarlier: async () => null,
  })
  return {
    charges: charges.count,
    refunds: refunds.count,
    disagreements: [...charges.found, ...refunds.found],
  }
}
