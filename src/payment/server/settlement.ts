import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { sumCents } from '#shared/money.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { shouldEndCharge } from '../charge/rules/charge-state.ts'
import { claimCharges, readChargeByKey, readChargeByProcessorId } from '../charge/server/charge-store.ts'
import type { Charge } from '../charge/server/charge-record.ts'
import { releaseAbandoned } from '../charge/server/due-checks.ts'
import { recordOutcome } from '../charge/server/payments.ts'
import type { PaymentServices } from '../charge/server/payments.ts'
import type {
  ChargeOutcome,
  KnownCharge,
  Processor,
  WebhookEvent,
  WebhookHeaders,
} from '../processor/server/processor.ts'
import { refundOfKey, settleRefund } from '../refund/server/refunds.ts'
import { isSavedMethod, updateMethods } from '../card/server/payment-method-store.ts'
import { insertWebhookEvent } from './webhook-store.ts'

/**
 * What follows from a charge that has changed, in the transaction that changes it: the order of a checkout, the end of
 * a billing cycle, a challenge. Injected by the composition root, because payment knows neither.
 */
export type FinishCharge = (tx: Tx, charge: Charge) => Promise<void>

/** What a webhook speaks of that payment does not know: by the processor's ids, or payouts as a whole. */
export type ProcessorReport =
  | { readonly kind: 'dispute'; readonly dispute: string }
  | { readonly kind: 'fraud-warning'; readonly warning: string }
  | { readonly kind: 'refunds'; readonly charge: string }
  | { readonly kind: 'payouts' }

/** What follows from such a report. Injected likewise. */
type FollowReport = (report: ProcessorReport) => Promise<void>

const knownOf = (charge: Charge): KnownCharge => ({
  request: charge.request,
  processorCharge: charge.processorCharge,
  createdAt: charge.createdAt,
})

/** Of another sum than was asked for nothing is kept once it was given back in full at the processor. */
const settledOtherSum = async (processor: Processor, outcome: ChargeOutcome): Promise<ChargeOutcome> => {
  if (outcome.state !== 'other-sum') return outcome
  const refunds = await processor.refundsOf(outcome.processorCharge)
  const returned = refunds.filter(({ state }) => state === 'refunded')
  return sumCents(returned.map(({ amountCents }) => amountCents)) >= outcome.capturedCents
    ? { state: 'void' }
    : outcome
}

/** Queries the processor about one open charge and records the answer. */
const settleOne = async (
  { deps, processor }: PaymentServices,
  finish: FinishCharge,
  charge: Charge,
  action: 'check' | 'settle',
): Promise<void> => {
  if (charge.processor !== processor.name) {
    deps.log.error(
      { charge: charge.id, processor: charge.processor },
      'an open charge belongs to another processor',
    )
    return
  }
  const outcome = await settledOtherSum(processor, await processor[action](knownOf(charge)))
  deps.reachCrashPoint('settlement: processor answered')
  await inTransaction(deps, async (tx) => {
    const { charge: recorded, wasOpen } = await recordOutcome(tx, charge.id, outcome)
    if (wasOpen && recorded.state !== charge.state) await finish(tx, recorded)
  })
}

const batchSize = 10

/**
 * The poller: queries every open charge that is due for a check, at once those whose process ended. Intended and
 * unknown charges are ended at the processor, challenges only after the time that the buyer has for them. Returns how
 * many were checked.
 */
export const settleDueCharges = async (services: PaymentServices, finish: FinishCharge): Promise<number> => {
  const { deps } = services
  const settle = async (charge: Charge): Promise<void> => {
    const shouldEnd = shouldEndCharge(charge.state, charge.createdAt, deps.clock.now())
    try {
      await settleOne(services, finish, charge, shouldEnd ? 'settle' : 'check')
    } catch (err) {
      // The claim has delayed its next check; one broken charge must not block the others.
      deps.log.error({ err, charge: charge.id }, 'a charge could not be settled')
    }
  }
  await releaseAbandoned(deps.database, 'charge', deps.clock.now())
  let checked = 0
  for (;;) {
    const claimed = await inTransaction(deps, (tx) => claimCharges(tx, batchSize))
    await Promise.all(claimed.map(settle))
    checked += claimed.length
    if (claimed.length < batchSize) return checked
  }
}

const chargeOf = async (services: PaymentServices, event: WebhookEvent): Promise<Charge | null> => {
  const { deps, processor } = services
  const byKey =
    event.idempotencyKey === null ? null : await readChargeByKey(deps.database, event.idempotencyKey)
  if (byKey || event.processorCharge === null) return byKey
  return readChargeByProcessorId(deps.database, processor.name, event.processorCharge)
}

/** A pending refund is queried; an intended one is being requested at this moment, and that request gets the answer. */
const checkRefund = async (services: PaymentServices, event: WebhookEvent): Promise<void> => {
  const { deps, processor } = services
  const refund = event.refundKey === null ? null : await refundOfKey(deps.database, event.refundKey)
  if (refund?.state !== 'unknown' && refund?.state !== 'pending') return
  if (await insertWebhookEvent(deps.database, processor.name, event, deps.clock.now()))
    await settleRefund(services, refund)
}

/** `refused`: not signed by the processor or unusable, response 403. `accepted`: response 200, whatever follows. */
export type WebhookAnswer = 'accepted' | 'refused'

/**
 * A bank has given a saved card a new number or expiry, which the networks tell the processor: the shop shows what the
 * processor has now. Only saved cards are asked for, and one event once. Throws when the processor does not answer, so that
 * it sends the webhook again.
 */
const updateSavedCard = async ({ deps, processor }: PaymentServices, event: WebhookEvent): Promise<void> => {
  const { processorMethod } = event
  if (processorMethod === null || !(await isSavedMethod(deps.database, processor.name, processorMethod)))
    return
  const card = await processor.readCard(processorMethod)
  if (card === null) return
  await inTransaction(deps, async (tx) => {
    if (!(await insertWebhookEvent(tx.db, processor.name, event, tx.now))) return
    await updateMethods(tx.db, { processor: processor.name, processorMethod, ...card })
  })
}

/**
 * A webhook makes the poller check the charge it names; its content is never trusted. The body has to be the unchanged
 * bytes. An event that may change a charge is recorded once and a repeated one does nothing; one about a settled
 * charge, which is nearly every one, writes nothing at all.
 */
export const receiveWebhook = async (
  services: PaymentServices,
  finish: FinishCharge,
  request: { readonly processor: string; readonly headers: WebhookHeaders; readonly rawBody: string },
  follow: FollowReport = async () => undefined,
): Promise<WebhookAnswer> => {
  const { deps, processor } = services
  const event =
    request.processor === processor.name ? processor.readWebhook(request.headers, request.rawBody) : null
  // PostgreSQL stores no null character, so such an id is not a charge of the shop.
  if (!event || unreadableText(event) !== null) return 'refused'
  await updateSavedCard(services, event)
  await checkRefund(services, event)
  if (event.isPayout) await follow({ kind: 'payouts' })
  if (event.refundedCharge !== null) await follow({ kind: 'refunds', charge: event.refundedCharge })
  if (event.processorDispute !== null) await follow({ kind: 'dispute', dispute: event.processorDispute })
  if (event.processorWarning !== null)
    await follow({ kind: 'fraud-warning', warning: event.processorWarning })
  const charge = await chargeOf(services, event)
  // An intended charge is being requested at this moment, and that request gets the answer; after a crash, the poller
  // does.
  const isWaiting = charge?.state === 'challenge' || charge?.state === 'unknown'
  if (!isWaiting) return 'accepted'
  const isNew = await insertWebhookEvent(deps.database, processor.name, event, deps.clock.now())
  if (isNew) await settleOne(services, finish, charge, 'check')
  return 'accepted'
}
