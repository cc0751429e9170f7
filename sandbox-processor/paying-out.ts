import type { BalanceEntry } from './balance.ts'
import { feeOf } from './balance.ts'
import type { ChargeTools } from './charges.ts'

type NewEntry = Pick<BalanceEntry, 'kind' | 'source' | 'chargeId' | 'amount' | 'currency'>

/** Writes a change of the balance down, inside the caller's transaction. */
export const recordBalance = ({ balance, machine, clock }: ChargeTools, entry: NewEntry, fee = 0): void =>
  balance.add({ ...entry, fee, id: machine.newId('txn'), payoutId: null, createdAt: clock.now() })

/** A charge that succeeded, with its fee; one of nothing moves nothing. */
export const recordCharge = (
  tools: ChargeTools,
  { id, amount, currency }: { readonly id: string; readonly amount: number; readonly currency: string },
): void => {
  if (amount === 0) return
  const entry = { kind: 'charge', source: id, chargeId: id, amount, currency } as const
  recordBalance(tools, entry, feeOf(tools.fee, amount))
}

const dayMs = 86_400_000
const dayOf = (moment: number): number => Math.floor(moment / dayMs) * dayMs

/** Pays out what of one currency came in until the end of a day, unless it is less than nothing. */
const payOutIn = (
  { balance, machine }: ChargeTools,
  currency: string,
  createdAt: number,
  entries: readonly BalanceEntry[],
): void => {
  const amount = entries.reduce((sum, entry) => sum + entry.amount - entry.fee, 0)
  if (amount <= 0) return
  const payout = { id: machine.newId('po'), amount, currency, createdAt }
  balance.pay(payout, entries)
  const own = { kind: 'payout', source: payout.id, chargeId: null, amount: -amount, currency } as const
  balance.add({ ...own, fee: 0, id: machine.newId('txn'), payoutId: payout.id, createdAt })
}

/**
 * Pays out what came in on the days before today (UTC, the shop's time), each day at its end and each currency by itself; a
 * day that brought nothing, or less, waits for the next one. One day is in memory at a time.
 */
export const payOutDue = (tools: ChargeTools): Promise<void> =>
  tools.write(() => {
    const today = dayOf(tools.clock.now())
    for (let from = 0; ;) {
      const first = tools.balance.firstUnpaid(from, today)
      if (first === null) return
      const end = dayOf(first) + dayMs
      const due = tools.balance.unpaidBefore(end)
      for (const [currency, entries] of Map.groupBy(due, (entry) => entry.currency))
        payOutIn(tools, currency, end, entries)
      from = end
    }
  })
