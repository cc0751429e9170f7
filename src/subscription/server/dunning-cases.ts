import { paymentMethodOf } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Work } from '#platform/world.ts'
import { afterDecline, caseAfter, dunningEnds, longestLimitDays } from '../rules/dunning.ts'
import type { AfterDecline, CaseState, DunningCase, DunningPolicy } from '../rules/dunning.ts'
import type { Steering } from '../rules/steering.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import {
  countRefusal,
  endCase,
  insertAttempt,
  lockCaseOfCycle,
  selectLatestCase,
  selectRefusalsOf,
  setCaseState,
} from './dunning-store.ts'
import type { DunningCaseRow } from './dunning-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const states: readonly CaseState[] = ['open', 'ended', 'closed', 'recovered']

/** A row as rules see it. */
export const caseOf = (row: DunningCaseRow): DunningCase => ({
  state: states.find((state) => state === row.state) ?? 'closed',
  cycle: row.cycle,
  dueOn: row.due_on,
  endedAs: dunningEnds.find((end) => end === row.ended_as) ?? null,
})

/** Records a refusal of the schedule and decides what follows; an ended case is ended in the records too. */
export const refuseByCase = async (
  policy: DunningPolicy,
  work: Work,
  cycle: BillingCycleRow,
  subscription: Pick<SubscriptionRow, 'account_id' | 'payment_method_id'>,
  charge: Charge,
): Promise<AfterDecline> => {
  const { account_id: accountId, payment_method_id: paymentMethodId } = subscription
  const kind = charge.decline?.kind ?? 'soft'
  const dunned = await countRefusal(work, { cycle, kind, reason: charge.decline?.reason ?? '' })
  await insertAttempt(work, { caseId: dunned.id, charge, accountId, askedBy: 'schedule', paymentMethodId })
  const since = work.now.subtract({ hours: 24 * longestLimitDays(policy) })
  const refusals = await selectRefusalsOf(work.db, paymentMethodId, since)
  const card = await paymentMethodOf(work.db, accountId, paymentMethodId)
  const next = afterDecline(policy, {
    kind,
    tries: dunned.tries,
    cardBrand: card?.brand ?? '',
    cardRefusedOn: refusals.map((at) => dateIn(at, brand.timeZone)),
    today: work.today,
  })
  if (next.kind === 'ended') await endCase(work, dunned.id, policy.end)
  return next
}

/** An order that the member asked for at once was refused: no step of the schedule, but the networks count it. */
export const noteAskedRefusal = async (
  work: Work,
  cycle: Pick<BillingCycleRow, 'id'>,
  subscription: Pick<SubscriptionRow, 'account_id' | 'payment_method_id'>,
  charge: Charge,
): Promise<void> => {
  const dunned = await lockCaseOfCycle(work, cycle.id)
  if (!dunned || charge.state !== 'declined') return
  const { account_id: accountId, payment_method_id: paymentMethodId } = subscription
  await insertAttempt(work, { caseId: dunned.id, charge, accountId, askedBy: 'member', paymentMethodId })
}

/** A case goes with what was made of its subscription. */
export const followCase = async (work: Work, subscriptionId: string, after: Steering): Promise<void> => {
  const row = await selectLatestCase(work.db, subscriptionId)
  if (!row) return
  const state = caseAfter(caseOf(row), after)
  if (state !== row.state) await setCaseState(work, row.id, state)
}

/** The cycle was paid after all: its case is over. Answers what it was; null when there was none. */
export const settleCase = async (
  work: Work,
  cycle: Pick<BillingCycleRow, 'id' | 'recovery_case_id' | 'change_id'>,
  subscription: Pick<SubscriptionRow, 'account_id' | 'payment_method_id'>,
  charge: Charge | null,
): Promise<DunningCase | null> => {
  const row = await lockCaseOfCycle(work, cycle.id)
  if (!row || row.state === 'recovered') return null
  const byLink = cycle.recovery_case_id !== null
  if (charge)
    await insertAttempt(work, {
      caseId: row.id,
      charge,
      accountId: subscription.account_id,
      askedBy: byLink ? 'link' : cycle.change_id === null ? 'schedule' : 'member',
      paymentMethodId: byLink ? null : subscription.payment_method_id,
    })
  await setCaseState(work, row.id, 'recovered')
  return caseOf(row)
}
