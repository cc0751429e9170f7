import { batchCodes, listBatches, requestBatch } from '#coupon/server/coupon-batches.ts'
import type { CountedBatch } from '#coupon/server/coupon-batches.ts'
import {
  changeCoupon,
  createCoupon,
  listCoupons,
  managedCoupon,
  nameCouponPeople,
} from '#coupon/server/managed-coupons.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { recordAction, recordView } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { seesNames } from '#shared/staff.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import type * as endpoints from '../coupon-endpoints.ts'
import { auditedCoupon, couponOf, wireDeskCoupon, wireTerms } from './coupon-terms.ts'
import { tryCoupon } from './try-coupon.ts'

const couponsOfPage = 50
const batchesShown = 50
const codesOfPage = 1000

type CouponHandlers = HandlersFor<typeof endpoints>

const startOfToday = ({ clock }: AppDeps): Temporal.Instant =>
  dateIn(clock.now(), brand.timeZone).toZonedDateTime(brand.timeZone).toInstant()

/** Notes a change of a coupon in the log. */
const recordChange =
  (context: RequestContext, action: 'coupon.changed' | 'coupon.ended') =>
  (tx: Tx, before: Coupon, after: Coupon): void =>
    recordAction(
      tx,
      { actor: staffOf(context), requestId: context.requestId },
      {
        action,
        subject: `coupon:${after.code}`,
        before: auditedCoupon(before),
        after: auditedCoupon(after),
      },
    )

const createChangeHandlers = (
  deps: AppDeps,
): Pick<
  CouponHandlers,
  'createDeskCoupon' | 'changeDeskCoupon' | 'endDeskCoupon' | 'nameDeskCouponPeople'
> => ({
  createDeskCoupon: async (context, { code, limit, ...terms }) => {
    const coupon = await couponOf(deps, code, limit, terms)
    const by = { actor: staffOf(context), requestId: context.requestId }
    await createCoupon(deps, coupon, (tx) =>
      recordAction(tx, by, {
        action: 'coupon.created',
        subject: `coupon:${code}`,
        after: auditedCoupon(coupon),
      }),
    )
    return { code }
  },
  changeDeskCoupon: async (context, { code, version, limit, ...terms }) => {
    const wanted = await couponOf(deps, code, limit, terms)
    await changeCoupon(deps, { code, version, edit: () => wanted }, recordChange(context, 'coupon.changed'))
    return { success: true }
  },
  endDeskCoupon: async (context, { code, version }) => {
    const edit = (stored: Coupon, now: Temporal.Instant): Coupon => ({ ...stored, expiresAt: now })
    await changeCoupon(deps, { code, version, edit }, recordChange(context, 'coupon.ended'))
    return { success: true }
  },
  nameDeskCouponPeople: async (context, { code, action, emails }) => {
    const by = { actor: staffOf(context), requestId: context.requestId }
    const changed = await nameCouponPeople(deps, { code, action, emails }, (tx, people) =>
      recordAction(tx, by, {
        action: 'coupon.people-named',
        subject: `coupon:${code}`,
        after: { [action]: people },
      }),
    )
    return { changed }
  },
})

const wireBatch = (batch: CountedBatch, names: ReadonlyMap<string, string>) => ({
  ...wireTerms(batch.terms),
  id: batch.id,
  prefix: batch.prefix,
  size: batch.size,
  codes: batch.codes,
  used: batch.used,
  is_finished: batch.isFinished,
  created_at: batch.createdAt.toString(),
  created_by: names.get(batch.createdBy) ?? 'a former colleague',
})

const createBatchHandlers = (
  deps: AppDeps,
): Pick<CouponHandlers, 'createDeskCouponBatch' | 'listDeskCouponBatches' | 'listDeskBatchCodes'> => ({
  createDeskCouponBatch: async (context, { prefix, size, request_id: id, ...terms }) => {
    if (terms.buyers.named_only)
      throw new ShopError('VALIDATION_ERROR', {
        fields: { named_only: 'The codes of a batch have no list.' },
      })
    const actor = staffOf(context)
    const coupon = await couponOf(deps, '', 1, terms)
    const draft = { id, prefix, size, terms: coupon, createdBy: actor.staffId }
    await requestBatch(deps, draft, (tx) =>
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'coupon.batch-created',
          subject: `coupon-batch:${id}`,
          after: { prefix, size, ...auditedCoupon(coupon) },
        },
      ),
    )
    return { id }
  },
  listDeskCouponBatches: async () => {
    const names = new Map((await listStaff(deps.database)).map(({ id, name }) => [id, name ?? '']))
    return { batches: (await listBatches(deps, batchesShown)).map((batch) => wireBatch(batch, names)) }
  },
  listDeskBatchCodes: async (context, { id, after }) => {
    const codes = await batchCodes(deps, id, after, codesOfPage)
    const by = { actor: staffOf(context), requestId: context.requestId }
    await recordView(deps, by, { action: 'coupon.codes-read', subject: `coupon-batch:${id}` })
    return {
      codes: codes.map(({ code, redeemed }) => ({ code, is_used: redeemed > 0 })),
      next: codes.length < codesOfPage ? null : (codes.at(-1)?.code ?? null),
    }
  },
})

/** Coupons at the desk: lists, changes, batches of codes, and why a cart refuses one. */
export const createDeskCouponHandlers = (deps: AppDeps): CouponHandlers => ({
  listDeskCoupons: async (_context, { state, q, after = null }) => {
    const query = { state, beginning: q, after, limit: couponsOfPage }
    const { coupons, hasMore } = await listCoupons(deps, query, startOfToday(deps))
    const now = deps.clock.now()
    return {
      coupons: coupons.map((one) => wireDeskCoupon(one, now)),
      next: hasMore ? (coupons.at(-1)?.coupon.code ?? null) : null,
    }
  },
  viewDeskCoupon: async (_context, { code }) =>
    wireDeskCoupon(await managedCoupon(deps, code, startOfToday(deps)), deps.clock.now()),
  tryDeskCoupon: async (context, { currency = defaultCurrency, email, ...trial }) => {
    if (email !== '' && !seesNames(staffOf(context).role))
      throw new ShopError('VALIDATION_ERROR', { fields: { email: 'Your role sees no members.' } })
    return tryCoupon(deps, { ...trial, email: email.toLowerCase(), currency })
  },
  ...createChangeHandlers(deps),
  ...createBatchHandlers(deps),
})
