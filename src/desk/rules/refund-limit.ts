import type { Cents } from '#shared/money.ts'
import { formatPrice } from '#shared/money.ts'
import type { StaffRole } from '#shared/staff.ts'

/** The most that a person refunds of one order, in cents; roles that are not named have no limit. */
const limits: Partial<Readonly<Record<StaffRole, Cents>>> = { support: 200_00, operations: 1_000_00 }

/** Above this sum the passkey is used again, for every role. */
const stepUpAbove: Cents = 200_00

interface RefundFacts {
  readonly role: StaffRole
  /** What this person has refunded of the order before. */
  readonly earlierCents: Cents
  readonly cents: Cents
}

/** Why a person may not refund this much, as a sentence; null when they may. Parts of one order count together. */
export const refundLimitRefusal = ({ role, earlierCents, cents }: RefundFacts): string | null => {
  const limit = limits[role]
  if (limit === undefined || earlierCents + cents <= limit) return null
  const left = Math.max(0, limit - earlierCents)
  const whom = role === 'support' ? 'operations, finance or an owner' : 'finance or an owner'
  return `Refunds above ${formatPrice(limit, 'USD')} of one order need ${whom}. You can refund ${formatPrice(left, 'USD')} of this one.`
}

/** Whether the passkey has to be used again. */
export const needsStepUp = ({ earlierCents, cents }: Omit<RefundFacts, 'role'>): boolean =>
  earlierCents + cents > stepUpAbove
