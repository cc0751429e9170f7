import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { addressKeyOf, cardKeyOf } from '#shared/same-buyer.ts'
import { withRefusalMessage } from '../rules/coupon-messages.ts'
import { needsHistory, shownRefusal } from '../rules/buyers.ts'
import type { CouponBuyer } from '../rules/buyers.ts'
import { countsOnce, couponCode } from '../rules/coupon.ts'
import type { Coupon, CouponOffer, CouponRefusal, CouponSource } from '../rules/coupon.ts'
import { forgetPerson, selectBuyerHistory } from './coupon-buyer-store.ts'
import {
  eraseRedemptions,
  hasFirstUse,
  insertRedemptions,
  isSecondFirst,
  isSecondUse,
  markForReview,
  moveRedemptions,
  selectForReview,
  selectUsedCodes,
} from './coupon-redemption-store.ts'
import { countRedemptions, insertCoupons, selectCoupons, selectMiscounted } from './coupon-store.ts'
import type { Db } from './coupon-store.ts'

/** A sentence for each limited coupon whose counter is not the number of its uses. */
export const brokenRedemptions = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectMiscounted(db)).map(
    ({ code, redeemed, used }) => `coupon ${code} counts ${redeemed} uses and has ${used}`,
  )

/** Erases a person from the uses of coupons, and from the lists of people who may use one. */
export const eraseRedeemer = async (tx: Tx, email: string, checkoutIds: readonly string[]): Promise<void> => {
  await eraseRedemptions(tx, email, checkoutIds)
  await forgetPerson(tx, email)
}

export { setReviewed as closeCouponReview, countUses as usesBetween } from './coupon-redemption-store.ts'

/** Coupons by code; unknown codes are missing. */
export const couponsByCodes = async (
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Coupon>> => {
  const coupons = await selectCoupons(db, [...new Set(codes.map(couponCode))])
  return new Map(coupons.map((coupon) => [coupon.code, coupon]))
}

interface OfferedCode {
  readonly code: string
  readonly source: CouponSource
}

/** Who would redeem; `checkoutId` excludes the same checkout from "already used". */
export interface Redeemer {
  /** Null while it is not known. */
  readonly email: string | null
  readonly checkoutId: string | null
  /** Signed in. */
  readonly isMember: boolean
  /** To which the order ships, as far as it is known. */
  readonly country: string
}

/** What conditions of coupons ask of a buyer; no statement for coupons that anybody may use. */
const buyerOf = async (
  db: Db,
  { email, isMember, country }: Redeemer,
  coupons: readonly Coupon[],
): Promise<CouponBuyer> => {
  const asking = coupons.filter(({ buyers }) => needsHistory(buyers))
  if (email === null || asking.length === 0) return { isMember, country, history: null }
  const codes = asking.map(({ code }) => code)
  const known = await selectBuyerHistory(db, email, codes)
  const isFirst = asking.some(({ buyers }) => buyers.firstPurchase)
  const hasOrders = known.hasOrders || (isFirst && (await hasFirstUse(db, email)))
  return { isMember, country, history: { ...known, hasOrders } }
}

/** Offers for `judgeCoupons`, with the facts that the shop knows of each code. No statement when no code is offered. */
export const couponOffers = async (
  db: Db,
  offered: readonly OfferedCode[],
  redeemer: Redeemer | null,
): Promise<CouponOffer[]> => {
  const coupons = await couponsByCodes(
    db,
    offered.map(({ code }) => code),
  )
  const once = [...coupons.values()].filter(countsOnce).map((coupon) => coupon.code)
  const used = redeemer?.email ? await selectUsedCodes(db, redeemer.email, once, redeemer.checkoutId) : []
  const buyer = redeemer && (await buyerOf(db, redeemer, [...coupons.values()]))
  return offered.map(({ code, source }) => ({
    code: code.trim(),
    source,
    coupon: coupons.get(couponCode(code)) ?? null,
    alreadyUsed: used.includes(couponCode(code)),
    buyer,
  }))
}

/** INVALID_COUPON with the reason and its sentence as data (spec §8). */
export const invalidCoupon = (code: string, reason: CouponRefusal): ShopError =>
  new ShopError('INVALID_COUPON', { data: { refusals: [withRefusalMessage({ code, reason })] } })

interface Reservation {
  readonly checkoutId: string
  readonly email: string
  /** Signed in. */
  readonly isMember: boolean
  readonly coupons: readonly Coupon[]
}

const writeReservations = async (
  tx: Tx,
  { checkoutId, email, isMember, coupons }: Reservation,
): Promise<string[]> => {
  const drafts = coupons.map((coupon) => ({
    checkoutId,
    email,
    code: coupon.code,
    oncePerAccount: countsOnce(coupon),
    isFirst: coupon.buyers.firstPurchase,
  }))
  try {
    return await insertRedemptions(tx, drafts)
  } catch (thrown) {
    const once = coupons.find(countsOnce)
    if (isSecondUse(thrown)) throw invalidCoupon(once?.code ?? '', shownRefusal('already-used', isMember))
    const first = coupons.find(({ buyers }) => buyers.firstPurchase)
    if (isSecondFirst(thrown))
      throw invalidCoupon(first?.code ?? '', shownRefusal('first-purchase', isMember))
    throw thrown
  }
}

/**
 * Reserves a use of each coupon for a checkout; the same checkout again reserves nothing more. A limited coupon is
 * reserved by at most `maxRedemptions` checkouts at any concurrency: its counter is one conditional statement, and the
 * rows of coupons without a limit are not locked. Call it late in the transaction, because the counter is a hot row.
 * INVALID_COUPON when no use is left, which undoes the transaction.
 */
export const reserveRedemptions = async (tx: Tx, reservation: Reservation): Promise<void> => {
  const { coupons } = reservation
  if (coupons.length === 0) return
  const written = await writeReservations(tx, reservation)
  const limited = coupons.filter(
    ({ code, maxRedemptions }) => maxRedemptions !== null && written.includes(code),
  )
  if (limited.length === 0) return
  const codes = limited.map(({ code }) => code)
  const counted = await countRedemptions(tx, codes, 1)
  if (counted < codes.length) throw invalidCoupon(codes[0] ?? '', 'exhausted')
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Who redeems, as far as needed to distinguish buyers; `card` is null when nothing was charged. */
export interface RedeemedBy {
  readonly address: Address
  readonly card: { readonly brand: string; readonly last4: string } | null
}

/**
 * The checkout became an order: its reserved uses are final. A once-per-account coupon that another mailbox has used
 * with the same card or to the same address waits for an operator's review. `by` is null when a member uses it without
 * an order.
 */
export const commitRedemptions = async (tx: Tx, checkoutId: string, by: RedeemedBy | null): Promise<void> => {
  await moveRedemptions(tx, checkoutId, 'committed')
  if (by === null) return
  const { address, card } = by
  const key = card && cardKeyOf(card)
  await markForReview(tx, checkoutId, {
    cardKey: key && digestOf(key),
    addressKey: digestOf(addressKeyOf(address)),
  })
}

/** A use of a coupon that may be a second one of the same person. */
export interface CouponReview {
  readonly id: string
  readonly code: string
  readonly email: string
  readonly checkoutId: string
  readonly reason: string
}

/** What waits for an operator's look, oldest first. */
export const couponReviews = async (db: Db): Promise<CouponReview[]> =>
  (await selectForReview(db)).map((row) => ({
    id: row.id,
    code: row.coupon_code,
    email: row.email,
    checkoutId: row.checkout_id,
    reason: row.review_reason ?? '',
  }))

/** The checkout failed: its reserved uses are available again. */
export const releaseRedemptions = async (tx: Tx, checkoutId: string): Promise<void> => {
  const codes = await moveRedemptions(tx, checkoutId, 'released')
  if (codes.length > 0) await countRedemptions(tx, codes, -1)
}

/** Takes back a final use, as when a member undoes it: it is available again. */
export const releaseCommittedRedemptions = async (tx: Tx, checkoutId: string): Promise<void> => {
  const codes = await moveRedemptions(tx, checkoutId, 'released', 'committed')
  if (codes.length > 0) await countRedemptions(tx, codes, -1)
}

/** Writes coupons that do not exist yet. */
export const addCoupons = async (tx: Tx, coupons: readonly Coupon[]): Promise<void> =>
  void (await insertCoupons(tx, coupons))
