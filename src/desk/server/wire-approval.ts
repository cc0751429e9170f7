import { wirePrice } from '#shared/money.ts'
import type { Approval } from '../approval-endpoints.ts'
import type { StoredApproval } from './approval-store.ts'
import { subjectOfCampaign } from './campaign-approval.ts'
import { rolloutName } from './flag-approval.ts'
import { plansOfIncrease } from './increase-approval.ts'
import { titleOfPage } from './page-approval.ts'

export const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const isExpired = ({ state, expires_at: at }: StoredApproval, now: Temporal.Instant): boolean =>
  state === 'open' && Temporal.Instant.compare(now, Temporal.Instant.from(at)) >= 0

/** A request as its list and its page show it. */
export const wireApproval = (one: StoredApproval, now: Temporal.Instant): Approval => ({
  id: one.id,
  kind: one.kind,
  state: isExpired(one, now) ? 'expired' : one.state,
  order: one.order_number,
  sum:
    one.cents === null || one.currency === null
      ? null
      : { currency: one.currency, amount: wirePrice(one.cents, one.currency) },
  shipments: one.shipments,
  plans: one.kind === 'price-increase' ? plansOfIncrease(one) : null,
  rollout: one.kind === 'flag-rollout' ? rolloutName(one) : null,
  newsletter: one.kind === 'newsletter' ? subjectOfCampaign(one) : null,
  page: one.kind === 'page' ? titleOfPage(one) : null,
  reason: one.reason,
  requested_by: one.requested_by_name,
  requested_at: instantText(one.requested_at),
  expires_at: instantText(one.expires_at),
  decided_by: one.decided_by_name,
  decided_at: one.decided_at === null ? null : instantText(one.decided_at),
  note: one.decision_note ?? '',
})
