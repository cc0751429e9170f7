import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { unreadableText } from '#shared/unreadable-text.ts'
import { isToBeEnded } from '../rules/settlement.ts'
import { claimCharges, readChargeByKey, readChargeByProcessorId, releaseCharges } from './charge-store.ts'
import type { Charge } from './stored-charge.ts'
import { recordOutcome, type PaymentTools } from './payments.ts'
import type { KnownCharge, WebhookEvent, WebhookHeaders } from './processor.ts'
import { refundOfKey, settleRefund } from './refunds.ts'
import { insertWebhookEvent } from './webhook-store.ts'

/**
 * What follows from a charge that has moved, in the transaction that moves it: the order of a checkout, the end of a
 * billing cycle, a challenge that turned up. Handed in by whoever composes the house, for payment knows neither.
 */
export type FinishCharge = (work: Work, charge: Charge) => Promise<void>

const knownOf = (charge: Charge): KnownCharge => ({
  request: charge.request,
  processorCharge: charge.processorCharge,
  createdAt: charge.createdAt,
})

/** Asks the processor about one open charge and writes down what it says. */
const settleOne = async (
  { world, processor }: PaymentTools,
  finish: FinishCharge,
  charge: Charge,
  how: 'look' | 'settle',
): Promise<void> => {
  if (charge.processor !== processor.name) {
    world.log.error(
      { charge: charge.id, processor: charge.processor },
      'an open charge belongs to another processor',
    )
    return
  }
  const outcome = await processor[how](knownOf(charge))
  world.reach('settlement: processor answered')
  await inTransaction(world, async (work) => {
    const { charge: recorded, wasOpen } = await recordOutcome(work, charge.id, outcome)
    if (wasOpen && recorded.state !== charge.state) await finish(work, recorded)
  })
}

const atOnce = 10

/**
 * The janitor: asks after every open charge that is due for a look, at once after those whose process died. Intended and unknown charges are ended at the
 * processor, challenges only once the buyer had their time. Answers how many were looked at.
 */
export const settleDueCharges = async (tools: PaymentTools, finish: FinishCharge): Promise<number> => {
  const { world } = tools
  const settle = async (charge: Charge): Promise<void> => {
    const ended = isToBeEnded(charge.state, charge.createdAt, world.clock.now())
    try {
      await settleOne(tools, finish, charge, ended ? 'settle' : 'look')
    } catch (err) {
      // The claim has put its next look off; one broken charge must not keep the others waiting.
      world.log.error({ err, charge: charge.id }, 'a charge could not be settled')
    }
  }
  await releaseCharges(world.database, 'of the dead', world.clock.now())
  let looked = 0
  for (;;) {
    const claimed = await inTransaction(world, (work) => claimCharges(work, atOnce))
    await Promise.all(claimed.map(settle))
    looked += claimed.length
    if (claimed.length < atOnce) return looked
  }
}

const chargeOf = async (tools: PaymentTools, event: WebhookEvent): Promise<Charge | null> => {
  const { world, processor } = tools
  const byKey =
    event.idempotencyKey === null ? null : await readChargeByKey(world.database, event.idempotencyKey)
  if (byKey || event.processorCharge === null) return byKey
  return readChargeByProcessorId(world.database, processor.name, event.processorCharge)
}

/** A refund that is on its way is asked after; whoever asks for an intended one at this moment gets the answer itself. */
const wakeRefund = async (tools: PaymentTools, event: WebhookEvent): Promise<void> => {
  const { world, processor } = tools
  const refund = event.refundKey === null ? null : await refundOfKey(world.database, event.refundKey)
  if (refund?.state !== 'unknown' && refund?.state !== 'pending') return
  if (await insertWebhookEvent(world.database, processor.name, event, world.clock.now()))
    await settleRefund(tools, refund)
}

/** `refused`: not signed by the processor or of no use, answer 403. `taken`: answer 200, whatever came of it. */
export type WebhookAnswer = 'taken' | 'refused'

/**
 * A webhook wakes the janitor for the charge it names; what it claims is never believed. The body has to be the bytes
 * that came in. An event that may move a charge is written down once and a repeat of it does nothing; one about a
 * settled charge, which is nearly every one, writes nothing at all.
 */
export const receiveWebhook = async (
  tools: PaymentTools,
  finish: FinishCharge,
  request: { readonly processor: string; readonly headers: WebhookHeaders; readonly rawBody: string },
): Promise<WebhookAnswer> => {
  const { world, processor } = tools
  const event =
    request.processor === processor.name ? processor.readWebhook(request.headers, request.rawBody) : null
  // PostgreSQL stores no null character, so such an id is no charge of ours.
  if (!event || unreadableText(event) !== null) return 'refused'
  await wakeRefund(tools, event)
  const charge = await chargeOf(tools, event)
  // An intended charge is being asked for at this moment, and whoever asks gets the answer; after a crash, the janitor.
  const waits = charge?.state === 'challenge' || charge?.state === 'unknown'
  if (!waits) return 'taken'
  const isNew = await insertWebhookEvent(world.database, processor.name, event, world.clock.now())
  if (isNew) await settleOne(tools, finish, charge, 'look')
  return 'taken'
}
