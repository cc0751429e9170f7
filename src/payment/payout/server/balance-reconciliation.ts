import { trialBalance } from '#ledger/server/journals.ts'
import {
  balanceDifference,
  entryDifference,
  payoutDifference,
  unpostedText,
} from '../rules/balance-difference.ts'
import { selectEntries, selectPayouts } from './balance-store.ts'
import type { BalanceRecord } from '../../processor/server/balance-port.ts'
import type { PaymentServices } from '../../charge/server/payments.ts'
import type { Period } from '../../processor/server/processor.ts'

export interface BalanceReconciliation {
  /** How many were compared. */
  readonly entries: number
  readonly payouts: number
  /** A sentence for each difference. */
  readonly differences: readonly string[]
}

const isWithin = ({ at }: { readonly at: Temporal.Instant }, { from, to }: Period): boolean =>
  Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) < 0

/** Both sides by the processor's ids; what only one of them has is null on the other. */
const pairs = <T>(ours: readonly T[], theirs: readonly T[], idOf: (one: T) => string) => {
  const [ourMap, theirMap] = [
    new Map(ours.map((one) => [idOf(one), one])),
    new Map(theirs.map((one) => [idOf(one), one])),
  ]
  return [...new Set([...ourMap.keys(), ...theirMap.keys()])].map(
    (id) => [ourMap.get(id) ?? null, theirMap.get(id) ?? null] as const,
  )
}

/** What the records come to, by currency. */
const netsOf = (records: readonly BalanceRecord[]): ReadonlyMap<string, number> => {
  const nets = new Map<string, number>()
  for (const { currency, amountCents, feeCents } of records)
    nets.set(currency, (nets.get(currency) ?? 0) + amountCents - feeCents)
  return nets
}

const ownedInLedger = async ({ deps, processor }: PaymentServices): Promise<ReadonlyMap<string, number>> => {
  const owned = new Map<string, number>()
  for (const { account, detail, currency, cents } of await trialBalance(deps.database))
    if (account === 'receivable' && detail === processor.name)
      owned.set(currency, (owned.get(currency) ?? 0) + cents)
  return owned
}

const balanceDifferences = async (
  services: PaymentServices,
  theirs: readonly BalanceRecord[],
): Promise<string[]> => {
  const nets = netsOf(theirs)
  const owned = await ownedInLedger(services)
  return [...new Set([...nets.keys(), ...owned.keys()])]
    .toSorted()
    .flatMap((currency) => balanceDifference(nets.get(currency) ?? 0, owned.get(currency) ?? 0, currency))
}

/**
 * Compares the balance that the shop has read, with fees and payouts, with the processor's statement of a period; for all of
 * time also what the processor owes by it with the ledger. Reads only. Throws when the processor does not answer.
 */
export const reconcileBalance = async (
  services: PaymentServices,
  period: Period,
  isAllTime: boolean,
): Promise<BalanceReconciliation> => {
  const { deps, processor } = services
  const ours = await selectEntries(deps.database, processor.name, period)
  const theirs = await Array.fromAsync(processor.balance.entries(period))
  const ourPayouts = (await selectPayouts(deps.database, processor.name)).filter((one) =>
    isWithin(one, period),
  )
  const theirPayouts = await Array.fromAsync(processor.balance.payouts(period))
  const entries = pairs<BalanceRecord>(ours, theirs, ({ entry }) => entry)
  const payouts = pairs(ourPayouts, theirPayouts, ({ processorPayout }) => processorPayout)
  return {
    entries: entries.length,
    payouts: payouts.length,
    differences: [
      ...entries.flatMap(([here, there]) => entryDifference(here, there)),
      ...payouts.flatMap(([here, there]) => payoutDifference(here, there)),
      ...ours.flatMap(unpostedText),
      ...(isAllTime ? await balanceDifferences(services, theirs) : []),
    ],
  }
}
