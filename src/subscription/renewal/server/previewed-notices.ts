import { ownedPaymentMethods } from '#payment/charge/server/payments.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import { notifiedIncreases } from '#subscription/notice/server/notified-changes.ts'
import type { ForecastRow } from '#subscription/notice/server/increase-forecast.ts'
import type { RequestedIncrease } from '#subscription/notice/server/price-increases.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { previewedRows } from './increase-previews.ts'
import { contentOf } from './notices-due.ts'
import type { NoticeDeps } from './notices-due.ts'
import { gatherKnownPreviewFacts } from './renewal-preview-facts.ts'

/** A notice of an increase that is not scheduled: what it would say, to which subscription, and on which day. */
export interface PreviewedNotice {
  readonly content: NoticeContent
  readonly subscriptionId: string
  readonly mailOn: string
}

const noticeOf = async (
  services: NoticeDeps,
  { planCode, priceCents, currency, effectiveOn }: RequestedIncrease,
  { subscription, window, outcome }: ForecastRow,
): Promise<PreviewedNotice | null> => {
  const { database } = services.deps
  const { id, accountId, terms } = subscription
  const [facts, cardOf, notified] = await Promise.all([
    gatherKnownPreviewFacts(services, database, [subscription]),
    ownedPaymentMethods(database, [{ accountId, paymentMethodId: terms.paymentMethodId }]),
    notifiedIncreases(database, [id]),
  ])
  const renewal = facts.get(id)
  const upcoming = renewal && upcomingOrder(terms, renewal.renewal)
  const card = cardOf({ accountId, paymentMethodId: terms.paymentMethodId })
  if (!renewal || !upcoming || !card || window === null || outcome.kind !== 'increased') return null
  const increase = {
    id: '',
    number: Number.MAX_SAFE_INTEGER,
    planCode,
    priceCents,
    currency,
    effectiveOn: Temporal.PlainDate.from(effectiveOn),
    isUndone: false,
  }
  const eventOn = Temporal.PlainDate.from(outcome.orderOn)
  const notice = { kind: 'price-increase', key: '', eventOn, window, increase } as const
  const known = { terms, notified: notified.get(id) ?? [] }
  return {
    content: contentOf(null, notice, known, renewal, upcoming, card),
    subscriptionId: id,
    mailOn: outcome.mailOn,
  }
}

/**
 * The notice that the first affected subscription under these rules would get if the increase were scheduled now, made as notices
 * are made; null where there is none. Nothing is written.
 */
export const previewedNotice = async (
  services: NoticeDeps,
  requested: RequestedIncrease,
  rules: string,
): Promise<PreviewedNotice | null> => {
  const isOfPlace = ({ window, outcome }: ForecastRow): boolean =>
    outcome.kind === 'increased' && window?.rules.map(({ id }) => id).join(' ') === rules
  const [row] = await previewedRows(services, requested, isOfPlace, { after: null, limit: 0 })
  return row ? noticeOf(services, requested, row) : null
}
