import { z } from 'zod'
import { sumIn } from '#shared/currency-sums.ts'
import type { CurrencySums } from '#shared/currency-sums.ts'
import { formatPrice, sumCents } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { StaffRole } from '#shared/staff.ts'

/** The most that a person refunds of one order; roles that are not named have no limit. */
const limits: Partial<Readonly<Record<StaffRole, CurrencySums>>> = {
  support: { USD: 200_00, CAD: 270_00, EUR: 180_00, GBP: 160_00 },
  operations: { USD: 1_000_00, CAD: 1_350_00, EUR: 900_00, GBP: 800_00 },
}

/** Above this sum the passkey is used again, for every role. */
const stepUpAbove: CurrencySums = { USD: 200_00, CAD: 270_00, EUR: 180_00, GBP: 160_00 }

/** Zero in a currency without a limit: a person whose role has no limit decides, with their passkey. */
const limitIn = (sums: CurrencySums, currency: Currency): Cents => sumIn(sums, currency) ?? 0

interface RefundFacts {
  readonly role: StaffRole
  /** What this person has refunded of the order before. */
  readonly earlierCents: Cents
  readonly cents: Cents
  readonly currency: Currency
}

/** Why a person may not refund this much, as a sentence; null when they may. Parts of one order count together. */
export const refundLimitRefusal = ({ role, earlierCents, cents, currency }: RefundFacts): string | null => {
  const sums = limits[role]
  if (sums === undefined) return null
  const limit = limitIn(sums, currency)
  if (earlierCents + cents <= limit) return null
  const left = Math.max(0, limit - earlierCents)
  const whom = role === 'support' ? 'operations, finance or an owner' : 'finance or an owner'
  return `Refunds above ${formatPrice(limit, currency)} of one order need ${whom}. You can refund ${formatPrice(left, currency)} of this one.`
}

/** Up to which sum of an order the passkey is not used again, as people read it: `$200.00`. */
export const stepUpLimitText = (currency: Currency): string =>
  formatPrice(limitIn(stepUpAbove, currency), currency)

/** Whether the passkey has to be used again. */
export const needsStepUp = ({ earlierCents, cents, currency }: Omit<RefundFacts, 'role'>): boolean =>
  earlierCents + cents > limitIn(stepUpAbove, currency)

const After = z.object({
  cents: z.number().int(),
  /** Missing in entries of earlier releases, which count in full. */
  refund_key: z.string().optional(),
})

interface Entry {
  readonly staffId: string | null
  readonly after: string
}

/** A refund that was refused. */
export interface RefusedRefund {
  /** Its entry of the log has it too. */
  readonly requestKey: string
  /** What its buyer has nevertheless: the credit of one that the bank sent back. */
  readonly retainedCents: Cents
}

/** Actions whose entry has the cents that were refunded. */
export const refundingActions = [
  'order.refunded',
  'return.received',
  'withdrawal.received',
  'problem.refunded',
  'refund.repeated',
] as const

/**
 * What a person refunded of an order, by all entries of `refundingActions` about it in the audit log, in cents. Of what was refused
 * nothing counts but what its buyer has nevertheless: it may be given once more, and be refused again.
 */
export const earlierRefunds = (
  entries: readonly Entry[],
  staffId: string,
  refused: readonly RefusedRefund[] = [],
): Cents => {
  const retained = new Map(refused.map(({ requestKey, retainedCents }) => [requestKey, retainedCents]))
  return sumCents(
    entries
      .filter((entry) => entry.staffId === staffId)
      .map(({ after }) => After.parse(JSON.parse(after)))
      .map(({ cents, refund_key: key = '' }) => retained.get(key) ?? cents),
  )
}
