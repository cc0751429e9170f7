import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { couponChangeProblem, newCouponProblem } from '../rules/coupon-change.ts'
import type { CouponProblem, CouponState } from '../rules/coupon-change.ts'
import type { Coupon } from '../rules/coupon.ts'
import { countPeople, deletePeople, insertPeople } from './coupon-buyer-store.ts'
import { countUsesOf } from './coupon-redemption-store.ts'
import { insertCoupons, lockCoupon, selectCoupon, selectCouponList, updateCoupon } from './coupon-store.ts'
import type { Db } from './coupon-store.ts'

/** A coupon as people who make and change coupons see it. */
export interface ManagedCoupon {
  readonly coupon: Coupon
  /** A change names the version that it changes. */
  readonly version: number
  /** Uses that were not released, of checkouts that are not over too. */
  readonly uses: number
  readonly usesOfToday: number
  /** On its list. */
  readonly people: number
}

interface CouponQuery {
  readonly state: CouponState
  /** The beginning of a code; without one, codes of batches are left out. */
  readonly beginning: string
  /** The code after which the page begins. */
  readonly after: string | null
  readonly limit: number
}

const withUses = async (
  db: Db,
  found: readonly { readonly coupon: Coupon; readonly version: number }[],
  startOfToday: Temporal.Instant,
): Promise<readonly ManagedCoupon[]> => {
  const codes = found.map(({ coupon }) => coupon.code)
  const counted = new Map((await countUsesOf(db, codes, startOfToday)).map((row) => [row.code, row]))
  const people = await countPeople(db, codes)
  return found.map((one) => {
    const { uses = 0, recent = 0 } = counted.get(one.coupon.code) ?? {}
    return { ...one, uses, usesOfToday: recent, people: people.get(one.coupon.code) ?? 0 }
  })
}

/** Coupons in one state, by their codes, and whether there are more of them. */
export const listCoupons = async (
  { database, clock }: AppDeps,
  query: CouponQuery,
  startOfToday: Temporal.Instant,
): Promise<{ readonly coupons: readonly ManagedCoupon[]; readonly hasMore: boolean }> => {
  const found = await selectCouponList(database, { ...query, limit: query.limit + 1 }, clock.now())
  const coupons = await withUses(database, found.slice(0, query.limit), startOfToday)
  return { coupons, hasMore: found.length > query.limit }
}

/** One coupon. NOT_FOUND. */
export const managedCoupon = async (
  deps: AppDeps,
  code: string,
  startOfToday: Temporal.Instant,
): Promise<ManagedCoupon> => {
  const found = await selectCoupon(deps.database, code)
  const [coupon] = found === null ? [] : await withUses(deps.database, [found], startOfToday)
  if (!coupon) throw new ShopError('NOT_FOUND')
  return coupon
}

/** Makes a coupon; `record` notes who did. VALIDATION_ERROR when its code is taken, or it would end before it starts. */
export const createCoupon = (deps: AppDeps, coupon: Coupon, record: (tx: Tx) => void): Promise<void> =>
  inTransaction(deps, async (tx) => {
    requireNew(tx, coupon)
    if ((await insertCoupons(tx, [coupon])) === 0)
      throw new ShopError('VALIDATION_ERROR', { fields: { code: 'There is a coupon with this code.' } })
    record(tx)
  })

const refusedFor = ({ field, message }: CouponProblem): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })

/** VALIDATION_ERROR for a coupon that cannot be made. */
export const requireNew = ({ now }: Pick<Tx, 'now'>, coupon: Coupon): void => {
  const problem = newCouponProblem(coupon, now)
  if (problem !== null) throw refusedFor(problem)
}

interface CouponEdit {
  readonly code: string
  /** That was read. */
  readonly version: number
  /** The coupon as it is to be, by the stored one and the time of the transaction. */
  readonly edit: (stored: Coupon, now: Temporal.Instant) => Coupon
}

/**
 * Changes a coupon of the version that was read; `record` notes who did. NOT_FOUND, ACTION_NOT_ALLOWED when somebody else
 * changed it meanwhile, VALIDATION_ERROR when the change is not possible any more.
 */
export const changeCoupon = (
  deps: AppDeps,
  { code, version, edit }: CouponEdit,
  record: (tx: Tx, before: Coupon, after: Coupon) => void,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const found = await lockCoupon(tx, code)
    if (found === null || found.coupon.hidden) throw new ShopError('NOT_FOUND')
    if (found.version !== version)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'This coupon was changed by someone else in the meantime. Please open it again.',
      })
    const { coupon } = found
    const wanted = { ...edit(coupon, tx.now), code, redeemed: coupon.redeemed, hidden: coupon.hidden }
    const problem = couponChangeProblem(coupon, wanted, tx.now)
    if (problem !== null) throw refusedFor(problem)
    await updateCoupon(tx, wanted)
    record(tx, coupon, wanted)
  })

/**
 * Puts people on a coupon's list, or takes them off, at any time; `record` notes who did. Returns how many came or went. NOT_FOUND,
 * ACTION_NOT_ALLOWED for a coupon that is not for named people.
 */
export const nameCouponPeople = (
  deps: AppDeps,
  {
    code,
    action,
    emails,
  }: { readonly code: string; readonly action: 'add' | 'remove'; readonly emails: readonly string[] },
  record: (tx: Tx, changed: number) => void,
): Promise<number> =>
  inTransaction(deps, async (tx) => {
    const found = await lockCoupon(tx, code)
    if (found === null || found.coupon.hidden) throw new ShopError('NOT_FOUND')
    if (!found.coupon.buyers.namedOnly)
      throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'This coupon is not only for people on a list.' })
    const changed = await (action === 'add' ? insertPeople : deletePeople)(tx, code, emails)
    record(tx, changed)
    return changed
  })
