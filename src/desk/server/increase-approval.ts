import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { requireStepUp } from '#staff/server/staff-sessions.ts'
import { schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { previewIncreases } from '#subscription/renewal/server/increase-previews.ts'
import type {
  IncreasePreview,
  NoticeDeps,
  RequestedIncrease,
} from '#subscription/renewal/server/increase-previews.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { changedCounts } from '../rules/price-increase.ts'
import type { PreviewedCounts } from '../rules/price-increase.ts'
import type { StoredApproval } from './approval-store.ts'

/** An increase as it was asked for, with what its preview counted. */
export const IncreasePayload = z.object({
  effective_on: z.string(),
  prices: z.array(z.object({ plan_code: z.string(), currency: CurrencyCode, price_cents: z.number() })),
  counts: z.array(
    z.object({
      plan_code: z.string(),
      currency: z.string(),
      affected: z.number(),
      late: z.number(),
      pays_as_much: z.number(),
      without_order: z.number(),
      without_address: z.number(),
      orders_cents: z.number(),
    }),
  ),
})

type IncreasePayload = z.output<typeof IncreasePayload>

/** What the log calls it. */
export const increaseSubject = (id: string): string => `price-increase:${id}`

export const requestedOf = ({ effective_on: effectiveOn, prices }: IncreasePayload): RequestedIncrease[] =>
  prices.map(({ plan_code: planCode, currency, price_cents: priceCents }) => ({
    planCode,
    priceCents,
    currency,
    effectiveOn,
  }))

export const countsOf = ({ parts }: IncreasePreview): PreviewedCounts[] =>
  parts.map(({ planCode, currency, counts }) => ({
    plan_code: planCode,
    currency,
    affected: counts.affected,
    late: counts.late,
    pays_as_much: counts.paysAsMuch,
    without_order: counts.withoutOrder,
    without_address: counts.withoutAddress,
    orders_cents: counts.ordersCents,
  }))

type Refusal = NonNullable<Awaited<ReturnType<typeof schedulePriceIncrease>>>

/** Why an increase cannot be scheduled, as a sentence. */
export const refusalText = ({ planCode }: Pick<RequestedIncrease, 'planCode'>, refused: Refusal): string => {
  switch (refused.reason) {
    case 'unknown-plan':
      return `There is no plan ${planCode}.`
    case 'not-above-zero':
      return `The new price of ${planCode} must be more than nothing.`
    case 'day-not-ahead':
      return 'The day of a price increase must be after today.'
    case 'out-of-order': {
      const { effectiveOn, priceCents, currency } = refused.scheduled
      return `${planCode} is scheduled to cost ${formatPrice(priceCents, currency)} from ${longDate(effectiveOn.toString())} on. Choose a later day and a higher price, or stop that increase first.`
    }
    default:
      return refused satisfies never
  }
}

/** What speaks against scheduling exactly what was previewed; nothing when all is as it was. */
const changesSince = async (services: NoticeDeps, payload: IncreasePayload): Promise<string[]> => {
  const preview = await previewIncreases(services, requestedOf(payload))
  const refusals = preview.parts.flatMap((part) =>
    part.refusal === null ? [] : [refusalText(part, part.refusal)],
  )
  return refusals.length > 0 ? refusals : [...changedCounts(payload.counts, countsOf(preview))]
}

const priceTexts = ({ prices }: IncreasePayload): string[] =>
  prices.map(
    ({ plan_code: code, currency, price_cents: cents }) => `${code} costs ${formatPrice(cents, currency)}`,
  )

export const plansOfIncrease = ({ payload }: Pick<StoredApproval, 'payload'>): string[] => [
  ...new Set(IncreasePayload.parse(payload).prices.map(({ plan_code: code }) => code)),
]

/** What is to be done, for who decides. */
export const summarizeIncrease = async (services: NoticeDeps, one: StoredApproval) => {
  const href = `/desk/price-increases/${one.id}`
  const payload = IncreasePayload.parse(one.payload)
  const day = longDate(payload.effective_on)
  const contents = [
    ...priceTexts(payload).map((text) => `${text} for orders from ${day} on.`),
    ...payload.counts.map(
      (part) =>
        `${part.plan_code}, ${part.currency}: ${part.affected} subscriptions are affected, ${part.late} of them too late for their first order.`,
    ),
    'Everyone is notified by mail in the window of their place, and pays the new price only after that.',
  ]
  if (one.state !== 'open') return { href, contents, refusal: null, action: null }
  const changes = await changesSince(services, payload)
  const refusal = changes.length === 0 ? null : `${changes.join(' ')} Refuse it; it can be asked for again.`
  return { href, contents, refusal, action: refusal === null ? stepUpActions.approve(one.id) : null }
}

const scheduleAll = async (tx: Tx, one: StoredApproval, payload: IncreasePayload, staffId: string) => {
  const group = { id: one.id, reason: one.reason, requestedBy: one.requested_by, approvedBy: staffId }
  // Plans are locked in one order.
  const inOrder = requestedOf(payload).toSorted((a, b) => a.planCode.localeCompare(b.planCode))
  for (const requested of inOrder) {
    const refused = await schedulePriceIncrease(tx, requested, group)
    if (refused)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: `${refusalText(requested, refused)} Nothing was done.`,
      })
  }
}

/**
 * Schedules what was asked for, as a second person. `decide` marks the request as approved, in the same transaction.
 * ACTION_NOT_ALLOWED with what changed since the preview; then nothing is done.
 */
export const approveIncrease = async (
  services: NoticeDeps,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const actor = staffOf(context)
  const payload = IncreasePayload.parse(one.payload)
  const changes = await changesSince(services, payload)
  if (changes.length > 0)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `${changes.join(' ')} Nothing was done; refuse it, and it can be asked for again.`,
    })
  await inTransaction(services.deps, async (tx) => {
    await decide(tx)
    await requireStepUp(tx, actor, stepUpActions.approve(one.id))
    await scheduleAll(tx, one, payload, actor.staffId)
    const after = { effective_on: payload.effective_on, prices: priceTexts(payload).join('; ') }
    const entry = {
      action: 'price-increase.scheduled',
      subject: increaseSubject(one.id),
      after,
      reason: one.reason,
    }
    recordAction(tx, { actor, requestId: context.requestId }, entry)
  })
  return 'The price increase is scheduled.'
}
