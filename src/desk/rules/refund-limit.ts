import { decimalsOf } from '#shared/currency.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { StaffRole } from '#shared/staff.ts'

/** The most that a person refunds of one order, in units of its currency; roles that are not named have no limit. */
const limits: Partial<Readonly<Record<StaffRole, number>>> = { support: 200, operations: 1_000 }

/** Above this sum the passkey is used again, for every role. */
const stepUpAbove = 200

const minorUnits = (units: number, currency: Currency): Cents => units * 10 ** decimalsOf(currency)

interface RefundFacts {
  readonly role: StaffRole
  /** What this person has refunded of the order before. */
  readonly earlierCents: Cents
  readonly cents: Cents
  readonly currency: Currency
}

/** Why a person may not refund this much, as a sentence; null when they may. Parts of one order count together. */
export const refundLimitRefusal = ({ role, earlierCents, cents, currency }: RefundFacts): string | null => {
  const units = limits[role]
  if (units === undefined) return null
  const limit = minorUnits(units, currency)
  if (earlierCents + cents <= limit) return null
  const left = Math.max(0, limit - earlierCents)
  const whom = role === 'support' ? 'operations, finance or an owner' : 'finance or an owner'
  return `Refunds above ${formatPrice(limit, currency)} of one order need ${whom}. You can refund ${formatPrice(left, currency)} of this one.`
}

/** Up to which sum of an order the passkey is not used again, as people read it: `$200.00`. */
export const stepUpLimitText = (currency: Currency): string =>
  formatPrice(minorUnits(stepUpAbove, currency), currency)

/** Whether the passkey has to be used again. */
export const needsStepUp = ({ earlierCents, cents, currency }: Omit<RefundFacts, 'role'>): boolean =>
  earlierCents + cents > minorUnits(stepUpAbove, currency)
