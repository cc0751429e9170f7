import {
  acceptDispute,
  disputesOfCharge,
  evidenceFile,
  gatherEvidence,
  submitEvidence,
} from '#dispute/server/disputes.ts'
import type { AlsoAnswered, Dispute, DisputeServices } from '#dispute/server/disputes.ts'
import { evidenceSections } from '#dispute/rules/evidence.ts'
import { orderByNumber } from '#order/server/orders.ts'
import { isInquiry, needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import { recordAction, recordView } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import type * as endpoints from '../dispute-endpoints.ts'
import { orderSubject } from './desk-order.ts'

/** The dispute of an order that is open, or the last one. NOT_FOUND. */
const disputeOf = async ({ database }: AppDeps, number: string) => {
  const order = await orderByNumber(database, number)
  const all = order.chargeId === null ? [] : await disputesOfCharge(database, order.chargeId)
  const dispute = all.find(({ closedAt }) => closedAt === null) ?? all.at(-1)
  if (!dispute) throw new ShopError('NOT_FOUND')
  return { order, dispute }
}

const wireDispute = (dispute: Dispute) => ({
  id: dispute.id,
  state: dispute.state,
  reason: dispute.reason,
  currency: dispute.currency,
  amount: wirePrice(dispute.amountCents, dispute.currency),
  opened_at: dispute.openedAt.toString(),
  evidence_due_at: dispute.evidenceDueAt?.toString() ?? null,
  closed_at: dispute.closedAt?.toString() ?? null,
  needs_evidence: needsEvidence(dispute.state),
  is_inquiry: isInquiry(dispute.state),
})

const createReadHandlers = (services: DisputeServices) => {
  const { deps } = services
  /** The evidence has the account's activity in it, so reading it is an action. */
  const looked = async (context: RequestContext, number: string) => {
    const { order, dispute } = await disputeOf(deps, number)
    const by = { actor: staffOf(context), requestId: context.requestId }
    const look = { action: 'dispute.viewed', subject: orderSubject(order.number), accountId: order.accountId }
    await recordView(deps, by, look)
    return { order, dispute }
  }
  const viewDeskDispute: Handler<typeof endpoints.viewDeskDispute> = async (context, { number }) => {
    const { order, dispute } = await looked(context, number)
    const sections = evidenceSections(await gatherEvidence(deps, dispute))
    return {
      number: order.number,
      dispute: wireDispute(dispute),
      evidence: sections.map(({ title, lines }) => ({ title, lines: [...lines] })),
    }
  }
  const viewDeskEvidence: Handler<typeof endpoints.viewDeskEvidence> = async (context, { number }) => {
    const { dispute } = await looked(context, number)
    const { name, bytes } = await evidenceFile(services, dispute.id)
    return { name, pdf: Buffer.from(bytes).toString('base64') }
  }
  return { viewDeskDispute, viewDeskEvidence }
}

/** Disputes of orders at the desk: what the bank would read, and the answer. */
export const createDisputeHandlers = (services: DisputeServices) => {
  const entry = (context: RequestContext, action: string, number: string, reason: string): AlsoAnswered => {
    const by = { actor: staffOf(context), requestId: context.requestId }
    return (tx, { accountId, amountCents }) =>
      recordAction(tx, by, {
        action,
        subject: orderSubject(number),
        accountId,
        after: { cents: amountCents },
        reason,
      })
  }
  const submitDeskEvidence: Handler<typeof endpoints.submitDeskEvidence> = async (context, payload) => {
    const { order, dispute } = await disputeOf(services.deps, payload.number)
    const also = entry(context, 'dispute.answered', order.number, payload.reason)
    const { result } = await submitEvidence(services, dispute.id, also)
    if (result === 'sent-before')
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'Evidence was sent before, by another person or by a command. Nothing was sent again.',
      })
    return { success: true }
  }
  const acceptDeskDispute: Handler<typeof endpoints.acceptDeskDispute> = async (context, payload) => {
    const { order, dispute } = await disputeOf(services.deps, payload.number)
    await acceptDispute(
      services,
      dispute.id,
      entry(context, 'dispute.accepted', order.number, payload.reason),
    )
    return { success: true }
  }
  return { ...createReadHandlers(services), submitDeskEvidence, acceptDeskDispute }
}
