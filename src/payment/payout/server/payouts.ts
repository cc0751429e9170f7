import type { Expression } from 'kysely'
import { payoutPaid, processorFee } from '#ledger/rules/processor-journals.ts'
import { postJournal, postJournals, postReversal } from '#ledger/server/journals.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import {
  claimReading,
  isReadingDue,
  claimUnposted,
  forgetReading,
  markPosted,
  markRead,
  readUntil,
  saveEntries,
  savePayout,
  selectParts,
  selectPayouts,
} from './balance-store.ts'
import type { StoredEntry, StoredPayout } from './balance-store.ts'
import type { BalanceRecord, PayoutRecord } from '../../processor/server/balance-port.ts'
import { knownProcessorCharges } from '../../charge/server/charge-store.ts'
import type { PaymentServices } from '../../charge/server/payments.ts'
import type { Period, ProcessorName } from '../../processor/server/processor.ts'
import { currencyOf } from '#shared/currency-codes.ts'

export type { StoredEntry, StoredPayout } from './balance-store.ts'

const pageSize = 100

/** A statement has at most 65,535 parameters, and a day of a large shop more parts than that. */
const partsAtOnce = 1_000

/** How much later than it happened an entry may be listed, and how long after it was paid a payout may fail. */
const overlap = { entries: { hours: 72 }, payouts: { hours: 24 * 30 } } as const

const epoch = Temporal.Instant.fromEpochMilliseconds(0)
const endOfTime = Temporal.Instant.from('9999-12-31T00:00Z')

const since = (until: Temporal.Instant | null, before: { readonly hours: number }): Period => {
  const from = until?.subtract(before) ?? epoch
  return { from: Temporal.Instant.compare(from, epoch) < 0 ? epoch : from, to: endOfTime }
}

const later = (a: Temporal.Instant | null, b: Temporal.Instant): Temporal.Instant =>
  a === null || Temporal.Instant.compare(a, b) < 0 ? b : a

/** Reads new entries of the balance; returns when the latest one happened. */
const readEntries = async (
  { deps, processor }: PaymentServices,
  until: Temporal.Instant | null,
): Promise<Temporal.Instant | null> => {
  let page: BalanceRecord[] = []
  let latest = until
  const write = async (): Promise<void> => {
    const records = page
    page = []
    await inTransaction(deps, (tx) => saveEntries(tx, processor.name, records))
  }
  for await (const record of processor.balance.entries(since(until, overlap.entries))) {
    page.push(record)
    latest = later(latest, record.at)
    if (page.length >= pageSize) await write()
  }
  if (page.length > 0) await write()
  return latest
}

/** The price of an entry: the fee on a charge, or the whole of what is a fee itself. */
const feeCentsOf = ({ kind, amountCents, feeCents }: BalanceRecord): number =>
  kind === 'fee' ? feeCents - amountCents : feeCents

const postPage = async (tx: Tx, processor: ProcessorName, after: string): Promise<string | null> => {
  const entries = await claimUnposted(tx, processor, after, pageSize)
  const known = await knownProcessorCharges(
    tx.db,
    processor,
    entries.flatMap(({ processorCharge }) => processorCharge ?? []),
  )
  const ready = entries
    .filter(({ kind, processorCharge }) => kind === 'fee' || known.has(processorCharge ?? ''))
    .flatMap((entry) => {
      const currency = currencyOf(entry.currency)
      return currency === null ? [] : [{ ...entry, currency }]
    })
  await postJournals(
    tx,
    ready.map((entry) =>
      processorFee({ id: entry.id, processor, cents: feeCentsOf(entry), currency: entry.currency }),
    ),
  )
  await markPosted(
    tx,
    ready.map(({ id }) => id),
  )
  return entries.length < pageSize ? null : (entries.at(-1)?.id ?? null)
}

/** Posts the fees of charges that the shop knows; a charge that is being recorded at this moment waits for the next time. */
const postFees = async ({ deps, processor }: PaymentServices): Promise<void> => {
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    const from: string = after
    after = await inTransaction(deps, (tx) => postPage(tx, processor.name, from))
  }
}

const recordPayout = async (
  { deps, processor: { name } }: PaymentServices,
  payout: PayoutRecord,
  parts: readonly BalanceRecord[],
): Promise<void> => {
  await inTransaction(deps, async (tx) => {
    const id = await savePayout(tx, name, payout)
    for (let at = 0; at < parts.length; at += partsAtOnce)
      await saveEntries(tx, name, parts.slice(at, at + partsAtOnce), id)
    const currency = currencyOf(payout.currency)
    if (currency === null) return
    const sum = { id, processor: name, cents: payout.amountCents, currency }
    if (payout.state === 'paid') await postJournal(tx, payoutPaid(sum))
    if (payout.state === 'failed') await postReversal(tx, 'payout-paid', id, 'payout-failed')
  })
}

const readPayouts = async (services: PaymentServices, until: Temporal.Instant | null): Promise<void> => {
  const { deps, processor } = services
  const stored = new Map(
    (await selectPayouts(deps.database, processor.name)).map((one) => [one.processorPayout, one.state]),
  )
  for await (const payout of processor.balance.payouts(since(until, overlap.payouts))) {
    const { processorPayout, state } = payout
    const known = stored.get(processorPayout)
    if (known === state || known === 'failed') continue
    // The parts of a payout are known when it is paid.
    const parts = state === 'paid' ? await Array.fromAsync(processor.balance.partsOf(processorPayout)) : []
    await recordPayout(services, payout, parts)
  }
}

/**
 * Reads what changed the shop's balance at the processor: fees are posted as an expense, payouts move what the processor owes
 * to the bank, and one that failed is reversed. Each once, however often and by whomever it is read. Throws when the processor
 * does not answer.
 */
export const readBalance = async (services: PaymentServices): Promise<void> => {
  const { deps, processor } = services
  const until = await readUntil(deps.database, processor.name)
  const latest = await readEntries(services, until)
  await postFees(services)
  await readPayouts(services, until)
  if (latest !== null) await inTransaction(deps, (tx) => markRead(tx, processor.name, latest))
}

/** Whether `readBalanceWhenDue` has something to do. */
export const isBalanceDue = ({ deps, processor }: PaymentServices): Expression<boolean> =>
  isReadingDue(processor.name, deps.clock.now())

/** Reads the whole balance again, from its first entry on: what was added in the past is read too. */
export const readCompleteBalance = async (services: PaymentServices): Promise<void> => {
  const { deps, processor } = services
  await inTransaction(deps, (tx) => forgetReading(tx, processor.name))
  await readBalance(services)
}

/** The step of the due work: reads the balance once an hour. A processor that does not answer is asked again then. */
export const readBalanceWhenDue = async (services: PaymentServices): Promise<void> => {
  const { deps, processor } = services
  const claimed = await inTransaction(deps, (tx) =>
    claimReading(tx, processor.name, tx.now.add({ hours: 1 })),
  )
  if (!claimed) return
  try {
    await readBalance(services)
  } catch (err) {
    deps.log.error({ err }, 'the balance at the processor could not be read')
  }
}

/** The payouts of the shop's processor, the latest first. */
export const payoutsOf = ({ deps, processor }: PaymentServices): Promise<StoredPayout[]> =>
  selectPayouts(deps.database, processor.name)

/** What a payout pays, oldest first. */
export const partsOfPayout = ({ deps }: PaymentServices, payoutId: string): Promise<StoredEntry[]> =>
  selectParts(deps.database, payoutId)
