import { keyOf } from '../sandbox-base/bearer.ts'
import { readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { Fields } from '../sandbox-base/request-fields.ts'
import { afterIn, clockRoutes, pageLimit, sendPage, shopRoutes } from '../sandbox-base/shop-routes.ts'
import type { Aftermaths } from './aftermath.ts'
import { moveWith, periodOf } from './shop-time.ts'
import type { ChargeTools } from './charges.ts'
import type { Dispute } from './dispute-records.ts'
import { acceptDispute, submitEvidence } from './disputes.ts'
import type { SandboxSettings } from './settings.ts'

export interface DisputeApiTools extends ChargeTools {
  readonly settings: SandboxSettings
  readonly aftermaths: Aftermaths
}

const disputeReply = ({ disputes }: DisputeApiTools, dispute: Dispute) => ({
  id: dispute.id,
  charge: dispute.chargeId,
  state: dispute.state,
  reason: dispute.reason,
  network_reason: dispute.networkReason,
  amount: dispute.amount,
  currency: dispute.currency,
  refundable: dispute.state.startsWith('warning_'),
  due_at: new Date(dispute.dueAt).toISOString(),
  submissions: dispute.submissions,
  evidence: dispute.evidence === null ? null : JSON.parse(dispute.evidence),
  movements: disputes
    .movementsOf(dispute.id)
    .map((movement) => ({ ...movement, currency: dispute.currency })),
  created_at: new Date(dispute.createdAt).toISOString(),
})

const answerOne = (tools: DisputeApiTools, exchange: Exchange): void => {
  const dispute = tools.disputes.byId(exchange.parts[0] ?? '')
  if (!dispute) throw new Refusal(404, 'dispute_unknown', 'This dispute does not exist.')
  sendJson(exchange, 200, disputeReply(tools, dispute))
}

const answerList = (tools: DisputeApiTools, exchange: Exchange): void => {
  const found = tools.disputes.within(periodOf(exchange), afterIn(exchange), pageLimit)
  sendPage(exchange, found, (dispute) => disputeReply(tools, dispute))
}

// As large as processors take.
const evidenceLimit = 7_000_000

/** The file is only counted: nobody reads it here. */
const evidenceIn = (body: Fields): string => {
  const { file, ...texts } = body
  const content = typeof file === 'string' ? file : ''
  return JSON.stringify({ ...texts, file_bytes: Buffer.from(content, 'base64').length })
}

const answerSubmit = async (tools: DisputeApiTools, exchange: Exchange): Promise<void> => {
  await moveWith(tools, exchange)
  const evidence = evidenceIn(await readJson(exchange, evidenceLimit))
  const dispute = await submitEvidence(tools, exchange.parts[0] ?? '', keyOf(exchange), evidence)
  void tools.aftermaths.goOn()
  sendJson(exchange, 200, disputeReply(tools, dispute))
}

const answerAccept = async (tools: DisputeApiTools, exchange: Exchange): Promise<void> => {
  const dispute = await acceptDispute(tools, exchange.parts[0] ?? '')
  void tools.deliveries.kick()
  sendJson(exchange, 200, disputeReply(tools, dispute))
}

const answerWarning = (tools: DisputeApiTools, exchange: Exchange): void => {
  const warning = tools.aftermath.warning(exchange.parts[0] ?? '')
  if (!warning) throw new Refusal(404, 'warning_unknown', 'This warning does not exist.')
  sendJson(exchange, 200, {
    id: warning.id,
    charge: warning.chargeId,
    fraud_type: warning.fraudType,
    created_at: new Date(warning.createdAt).toISOString(),
  })
}

/** What banks do later, for the shop's server alone; and the processor's clock. */
export const disputeRoutes = (tools: DisputeApiTools): Route[] =>
  shopRoutes(tools, [
    ['GET', '/v1/disputes', answerList],
    ['GET', '/v1/disputes/*', answerOne],
    ['POST', '/v1/disputes/*/evidence', answerSubmit],
    ['POST', '/v1/disputes/*/accept', answerAccept],
    ['GET', '/v1/fraud-warnings/*', answerWarning],
    ...clockRoutes<DisputeApiTools>(
      ({ aftermath }) => aftermath.nextAt(),
      async ({ aftermaths, deliveries }) => {
        const events = await aftermaths.goOn()
        // What the shop did not take before comes with it, so that nothing is open when this is answered.
        if (events > 0) await deliveries.kickAll()
        return events
      },
    ),
  ])
