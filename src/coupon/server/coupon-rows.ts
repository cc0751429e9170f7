import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import { mailboxOf } from '#shared/same-buyer.ts'
import type { Coupon } from '../rules/coupon.ts'
import { currencyOf } from '#shared/currency-codes.ts'

export const erasedMark = 'digest:'

/** A digest in place of an erased mailbox: it can be compared with a mailbox, but not read. */
export const erasedMailbox = (email: string): string =>
  erasedMark +
  createHash('sha256')
    .update(`once: ${mailboxOf(email)}`)
    .digest('hex')

const Kind = z.enum(['fixed', 'percentage'])
const Duration = z.enum(['once', 'renewals', 'forever'])

const Plans = z.array(z.string()).default([])

const Buyers = z
  .object({
    countries: z.array(z.string()).nullable().default(null),
    membersOnly: z.boolean().default(false),
    namedOnly: z.boolean().default(false),
    firstPurchase: z.boolean().default(false),
    neverBought: Plans,
    bought: Plans,
    subscribed: Plans,
  })
  .readonly()

/** Only what is set: `{}` for everybody, as of rows that know of no buyers. */
const storedBuyers = (buyers: Coupon['buyers']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(buyers).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )

const Amounts = z.record(z.string(), z.int().positive())

const amountsFrom = (stored: unknown): Coupon['amounts'] =>
  new Map(
    Object.entries(Amounts.parse(stored)).flatMap(([code, cents]) => {
      const currency = currencyOf(code)
      return currency === null ? [] : [[currency, cents] as const]
    }),
  )

/** A coupon of its row. */
export const couponFrom = (row: Selectable<Database['coupon']>): Coupon => ({
  code: row.code,
  kind: Kind.parse(row.kind),
  // numeric arrives as text so that nothing is lost; four decimals fit a number
  value: Number(row.value),
  amounts: amountsFrom(row.amounts),
  plans: row.plans ?? 'all',
  stackable: row.stackable,
  hidden: row.hidden,
  maxRedemptions: row.max_redemptions,
  redeemed: row.redeemed,
  startsAt: instantOrNull(row.starts_at),
  expiresAt: instantOrNull(row.expires_at),
  oncePerAccount: row.once_per_account,
  duration: Duration.parse(row.duration),
  renewals: row.renewals,
  buyers: Buyers.parse(row.buyers),
})

/** The row of a coupon. */
export const couponRow = (coupon: Coupon) => ({
  code: coupon.code,
  kind: coupon.kind,
  value: coupon.value,
  amounts: JSON.stringify(Object.fromEntries(coupon.amounts)),
  plans: coupon.plans === 'all' ? null : [...coupon.plans],
  stackable: coupon.stackable,
  hidden: coupon.hidden,
  duration: coupon.duration,
  renewals: coupon.renewals,
  once_per_account: coupon.oncePerAccount,
  max_redemptions: coupon.maxRedemptions,
  redeemed: coupon.redeemed,
  starts_at: coupon.startsAt?.toString() ?? null,
  expires_at: coupon.expiresAt?.toString() ?? null,
  buyers: JSON.stringify(storedBuyers(coupon.buyers)),
})
