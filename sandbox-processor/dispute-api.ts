import { keyOf } from '../sandbox-base/bearer.ts'
import { readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { Fields } from '../sandbox-base/request-fields.ts'
import { afterIn, clockRoutes, pageLimit, sendPage, shopRoutes } from '../sandbox-base/shop-routes.ts'
import type { Aftermaths } from './aftermath.ts'
import { moveWith, periodOf } from './shop-time.ts'
import type { ChargeDeps } from './charges.ts'
import type { Dispute } from './dispute-records.ts'
import { acceptDispute, submitEvidence } from './disputes.ts'
import type { SandboxSettings } from './settings.ts'

export interface DisputeApiDeps extends ChargeDeps {
  readonly settings: SandboxSettings
  readonly aftermaths: Aftermaths
}

const disputeReply = ({ disputes }: DisputeApiDeps, dispute: Dispute) => ({
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

const answerOne = (deps: DisputeApiDeps, exchange: Exchange): void => {
  const dispute = deps.disputes.byId(exchange.parts[0] ?? '')
  if (!dispute) throw new Refusal(404, 'dispute_unknown', 'This dispute does not exist.')
  sendJson(exchange, 200, disputeReply(deps, dispute))
}

const answerList = (deps: DisputeApiDeps, exchange: Exchange): void => {
  const found = deps.disputes.within(periodOf(exchange), afterIn(exchange), pageLimit)
  sendPage(exchange, found, (dispute) => disputeReply(deps, dispute))
}

// As large as processors take.
const evidenceLimit = 7_000_000

/** The file is only counted: nobody reads it here. */
const evidenceIn = (body: Fields): string => {
  const { file, ...texts } = body
  const content = typeof file === 'string' ? file : ''
  return JSON.stringify({ ...texts, file_bytes: Buffer.from(content, 'base64').length })
}

const answerSubmit = async (deps: DisputeApiDeps, exchange: Exchange): Promise<void> => {
  await moveWith(deps, exchange)
  const evidence = evidenceIn(await readJson(exchange, evidenceLimit))
  const dispute = await submitEvidence(deps, exchange.parts[0] ?? '', keyOf(exchange), evidence)
  void deps.aftermaths.goOn()
  sendJson(exchange, 200, disputeReply(deps, dispute))
}

const answerAccept = async (deps: DisputeApiDeps, exchange: Exchange): Promise<void> => {
  const dispute = await acceptDispute(deps, exchange.parts[0] ?? '')
  void deps.deliveries.kick()
  sendJson(exchange, 200, disputeReply(deps, dispute))
}

const answerWarning = (deps: DisputeApiDeps, exchange: Exchange): void => {
  const warning = deps.aftermath.warning(exchange.parts[0] ?? '')
  if (!warning) throw new Refusal(404, 'warning_unknown', 'This warning does not exist.')
  sendJson(exchange, 200, {
    id: warning.id,
    charge: warning.chargeId,
    fraud_type: warning.fraudType,
    created_at: new Date(warning.createdAt).toISOString(),
  })
}

/** What banks do later, for the shop's server alone; and the processor's clock. */
export const disputeRoutes = (deps: DisputeApiDeps): Route[] =>
  shopRoutes(deps, [
    ['GET', '/v1/disputes', answerList],
    ['GET', '/v1/disputes/*', answerOne],
    ['POST', '/v1/disputes/*/evidence', answerSubmit],
    ['POST', '/v1/disputes/*/accept', answerAccept],
    ['GET', '/v1/fraud-warnings/*', answerWarning],
    ...clockRoutes<DisputeApiDeps>(
      ({ aftermath }) => aftermath.nextAt(),
      async ({ aftermaths, deliveries }) => {
        const events = await aftermaths.goOn()
        // What the shop did not take before comes with it, so that nothing is open when this is answered.
        if (events > 0) await deliveries.kickAll()
        return events
      },
    ),
  ])
