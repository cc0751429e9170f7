import type { Kysely } from 'kysely'
import { ownedPaymentMethods, paymentMethodOf } from '#payment/charge/server/payments.ts'
import type { Charge, PaymentMethod } from '#payment/charge/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { afterDecline, caseStateAfter, longestLimitDays } from '../rules/dunning.ts'
import type { AfterDecline, DunningCase, DunningPolicy } from '../rules/dunning.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import {
  countRefusal,
  endCase,
  insertAttempt,
  lockCaseOfCycle,
  selectDeclinedCards,
  selectLatestCase,
  selectRefusalsOf,
  setCaseState,
} from './dunning-store.ts'
import type { StoredDunningCase } from './dunning-case-record.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import type { BillingCycle } from '#subscription/record/server/billing-cycle-record.ts'

/** Records a refusal of the schedule and decides what follows; an ended case is ended in the records too. */
export const recordScheduledRefusal = async (
  policy: DunningPolicy,
  tx: Tx,
  cycle: BillingCycle,
  subscription: Pick<StoredSubscription, 'accountId' | 'paymentMethodId'>,
  charge: Charge,
): Promise<AfterDecline> => {
  const { accountId, paymentMethodId } = subscription
  const kind = charge.decline?.kind ?? 'soft'
  const dunningCase = await countRefusal(tx, { cycle, kind, reason: charge.decline?.reason ?? '' })
  await insertAttempt(tx, {
    caseId: dunningCase.id,
    charge,
    accountId,
    requestedBy: 'schedule',
    paymentMethodId,
  })
  const since = tx.now.subtract({ hours: 24 * longestLimitDays(policy) })
  const refusals = await selectRefusalsOf(tx.db, paymentMethodId, since)
  const card = await paymentMethodOf(tx.db, accountId, paymentMethodId)
  const next = afterDecline(policy, {
    kind,
    tries: dunningCase.tries,
    cardBrand: card?.brand ?? '',
    cardRefusedOn: refusals.map((at) => dateIn(at, brand.timeZone)),
    today: tx.today,
  })
  if (next.kind === 'ended') await endCase(tx, dunningCase.id, policy.end)
  return next
}

/** A declined order that the member requested at once: no step of the schedule, but the networks count it. */
export const recordRequestedRefusal = async (
  tx: Tx,
  cycle: BillingCycle,
  subscription: Pick<StoredSubscription, 'accountId' | 'paymentMethodId'>,
  charge: Charge,
): Promise<void> => {
  const dunningCase = await lockCaseOfCycle(tx, cycle.id)
  if (!dunningCase || charge.state !== 'declined') return
  const { accountId, paymentMethodId } = subscription
  await insertAttempt(tx, {
    caseId: dunningCase.id,
    charge,
    accountId,
    requestedBy: 'member',
    paymentMethodId,
  })
}

/** The saved card that was declined last for each of these cases, also one that its member has replaced or removed since. */
export const declinedCards = async (
  db: Kysely<Database>,
  cases: readonly StoredDunningCase[],
): Promise<(dunningCase: Pick<StoredDunningCase, 'id' | 'accountId'>) => PaymentMethod | null> => {
  const ids = await selectDeclinedCards(
    db,
    cases.map(({ id }) => id),
  )
  const owners = cases.flatMap(({ id, accountId }) => {
    const paymentMethodId = ids.get(id)
    return paymentMethodId === undefined ? [] : [{ accountId, paymentMethodId }]
  })
  const methodOf = await ownedPaymentMethods(db, owners)
  return ({ id, accountId }) => methodOf({ accountId, paymentMethodId: ids.get(id) ?? '' }) ?? null
}

/** A case ends when its subscription is changed. */
export const updateCaseState = async (
  tx: Tx,
  subscriptionId: string,
  after: SubscriptionTerms,
): Promise<void> => {
  const latest = await selectLatestCase(tx.db, subscriptionId)
  if (!latest) return
  const state = caseStateAfter(latest, after)
  if (state !== latest.state) await setCaseState(tx, latest.id, state)
}

/** The cycle was paid after all: its case is over. Returns what it was; null when there was none. */
export const settleCase = async (
  tx: Tx,
  cycle: BillingCycle,
  subscription: Pick<StoredSubscription, 'accountId' | 'paymentMethodId'>,
  charge: Charge | null,
): Promise<DunningCase | null> => {
  const unpaid = await lockCaseOfCycle(tx, cycle.id)
  if (!unpaid || unpaid.state === 'recovered') return null
  const byLink = cycle.recoveryCaseId !== null
  if (charge)
    await insertAttempt(tx, {
      caseId: unpaid.id,
      charge,
      accountId: subscription.accountId,
      requestedBy: byLink ? 'link' : cycle.changeId === null ? 'schedule' : 'member',
      paymentMethodId: byLink ? null : subscription.paymentMethodId,
    })
  await setCaseState(tx, unpaid.id, 'recovered')
  return unpaid
}
