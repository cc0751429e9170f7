import type { BalanceEntry } from './balance.ts'
import { feeOf } from './balance.ts'
import type { ChargeDeps } from './charges.ts'

type NewEntry = Pick<BalanceEntry, 'kind' | 'source' | 'chargeId' | 'amount' | 'currency'>

/** Writes a change of the balance down, inside the caller's transaction. */
export const recordBalance = ({ balance, machine, clock }: ChargeDeps, entry: NewEntry, fee = 0): void =>
  balance.add({ ...entry, fee, id: machine.newId('txn'), payoutId: null, createdAt: clock.now() })

/** A charge that succeeded, with its fee; one of nothing moves nothing. */
export const recordCharge = (
  deps: ChargeDeps,
  { id, amount, currency }: { readonly id: string; readonly amount: number; readonly currency: string },
): void => {
  if (amount === 0) return
  const entry = { kind: 'charge', source: id, chargeId: id, amount, currency } as const
  recordBalance(deps, entry, feeOf(deps.fee, amount))
}

const dayMs = 86_400_000
const dayOf = (moment: number): number => Math.floor(moment / dayMs) * dayMs

/** Pays out what came in until the end of a day, each currency by itself, unless it is less than nothing. */
const payOut = ({ balance, machine }: ChargeDeps, createdAt: number): void => {
  for (const { currency, amount } of balance.unpaidBefore(createdAt)) {
    if (amount <= 0) continue
    const payout = { id: machine.newId('po'), amount, currency, createdAt }
    balance.pay(payout)
    const own = { kind: 'payout', source: payout.id, chargeId: null, amount: -amount, currency } as const
    balance.add({ ...own, fee: 0, id: machine.newId('txn'), payoutId: payout.id, createdAt })
  }
}

/**
 * Pays out what came in on the days before today (UTC, the shop's time), each day at its end and each currency by itself; a
 * day that brought nothing, or less, waits for the next one. Each day is a write of its own, so that charges go on between them.
 * `isEnough` is asked before each day that waits, with its start, and ends it: what nobody asks for yet is paid out later.
 */
export const payOutDue = async (
  deps: ChargeDeps,
  isEnough: (start: number) => boolean = () => false,
): Promise<void> => {
  const today = dayOf(deps.clock.now())
  let from = 0
  for (;;) {
    const first = deps.balance.firstUnpaid(from, today)
    if (first === null || isEnough(dayOf(first))) return
    const end = dayOf(first) + dayMs
    await deps.write(() => payOut(deps, end))
    from = end
  }
}
