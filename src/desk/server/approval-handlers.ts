import { ShopError } from '#shared/errors.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { hasLeft } from '#staff/server/staff-members.ts'
import { requireSession } from '#staff/server/staff-sessions.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext, Staff } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { wirePrice } from '#shared/money.ts'
import type * as endpoints from '../approval-endpoints.ts'
import type { Approval } from '../approval-endpoints.ts'
import { approvalKindsFor, decisionRefusal, newerText } from '../rules/approval.ts'
import type { ApprovalKind, ApprovalState } from '../rules/approval.ts'
import { lockApproval, selectApproval, selectApprovals, updateDecided } from './approval-store.ts'
import type { StoredApproval } from './approval-store.ts'
import {
  createAskHandlers,
  ImportPayload,
  ReceiptPayload,
  RefundPayload,
  writeApproval,
} from './approval-requests.ts'
import { summarizeApproval } from './approval-summary.ts'
import type { ApprovalServices } from './approval-summary.ts'
import { approveBulk, createBulkAsk } from './bulk-approval.ts'
import { approveCampaign, subjectOfCampaign } from './campaign-approval.ts'
import { approveEntry, codeOfEntry } from './entry-approval.ts'
import { approveRollout, rolloutName } from './flag-approval.ts'
import { approveIncrease, plansOfIncrease } from './increase-approval.ts'
import { approvePage, titleOfPage } from './page-approval.ts'
import { approvePlaces } from './place-approval.ts'
import { giveReceipt } from './receipt-action.ts'
import { packageNamed } from './received-package.ts'
import { giveRefund } from './refund-handlers.ts'
import { explained, refundStateTexts } from './refund-limits.ts'
import { receiptText } from './return-handlers.ts'
import { beginImport, importNamed, shippedByImport } from './tracking-handlers.ts'

const perPage = 50

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

type Handlers = HandlersFor<typeof endpoints>

const found = async (db: AppDeps['database'] | Tx['db'], id: string): Promise<StoredApproval> => {
  const one = await selectApproval(db, id)
  if (one === null) throw new ShopError('NOT_FOUND')
  return one
}

/** For a role that may not see a request, it does not exist. */
const seenBy = async (db: AppDeps['database'], id: string, { role }: Staff): Promise<StoredApproval> => {
  const one = await found(db, id)
  if (approvalKindsFor(role)?.includes(one.kind) === false) throw new ShopError('NOT_FOUND')
  return one
}

const refusalOf = (one: StoredApproval, actor: Staff, now: Temporal.Instant): string | null => {
  const refusal = decisionRefusal({
    kind: one.kind,
    state: one.state,
    requestedBy: one.requested_by,
    expiresAt: Temporal.Instant.from(one.expires_at),
    actor,
    now,
  })
  return refusal !== null && one.decided_by_name !== null ? `${refusal} ${one.decided_by_name} did.` : refusal
}

/** The first of the two people has to be there still: a person who has left answers for nothing. Null when they are. */
const leftRefusal = async (db: AppDeps['database'] | Tx['db'], one: StoredApproval): Promise<string | null> =>
  one.state === 'open' && (await hasLeft(db, one.requested_by))
    ? `${one.requested_by_name}, who asked for it, has left the team since.`
    : null

const refuseText = 'Refuse it; another person can ask for it again.'

const instantText = (at: string): string => Temporal.Instant.from(at).toString()

const isExpired = ({ state, expires_at: at }: StoredApproval, now: Temporal.Instant): boolean =>
  state === 'open' && Temporal.Instant.compare(now, Temporal.Instant.from(at)) >= 0

/** A request as its list and its page show it. */
const wireApproval = (one: StoredApproval, now: Temporal.Instant): Approval => ({
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
  entry: one.kind === 'catalogue-entry' ? codeOfEntry(one) : null,
  page: one.kind === 'page' ? titleOfPage(one) : null,
  reason: one.reason,
  requested_by: one.requested_by_name,
  requested_at: instantText(one.requested_at),
  expires_at: instantText(one.expires_at),
  decided_by: one.decided_by_name,
  decided_at: one.decided_at === null ? null : instantText(one.decided_at),
  note: one.decision_note ?? '',
})

const createReadHandlers = (
  services: ApprovalServices,
): Pick<Handlers, 'listDeskApprovals' | 'viewDeskApproval'> => {
  const { deps } = services
  return {
    listDeskApprovals: async (context, { after }) => {
      const kinds = approvalKindsFor(staffOf(context).role)
      const rows = await selectApprovals(deps.database, kinds, after, perPage)
      const page = rows.slice(0, perPage)
      const last = page.at(-1)
      const now = deps.clock.now()
      return {
        approvals: page.map((one) => wireApproval(one, now)),
        older: rows.length > perPage && last ? `${instantText(last.requested_at)}~${last.id}` : null,
      }
    },
    viewDeskApproval: async (context, { id }) => {
      const actor = staffOf(context)
      const one = await seenBy(deps.database, id, actor)
      const now = deps.clock.now()
      const { refusal, ...look } = await summarizeApproval(services, one, actor)
      const left = await leftRefusal(deps.database, one)
      return {
        ...wireApproval(one, now),
        ...look,
        contents: [...look.contents],
        is_own: one.requested_by === actor.staffId,
        refusal: refusalOf(one, actor, now) ?? (left === null ? refusal : `${left} ${refuseText}`),
      }
    },
  }
}

/** Reads the request under its lock and marks it as decided; throws a sentence when this person cannot decide it now. */
const decide = async (
  tx: Tx,
  context: RequestContext,
  id: string,
  state: Exclude<ApprovalState, 'open'>,
  note: string,
): Promise<void> => {
  await lockApproval(tx, id)
  const one = await found(tx.db, id)
  const actor = staffOf(context)
  const isOwn = one.requested_by === actor.staffId
  if (state === 'withdrawn' && !isOwn) throw refused('Only the person who asked for it withdraws it.')
  await requireSession(tx, actor)
  const refusal = refusalOf(one, actor, tx.now)
  const left = state === 'approved' ? await leftRefusal(tx.db, one) : null
  if (left !== null) throw refused(`${left} Nothing was done. ${refuseText}`)
  const mayWithdraw = state === 'withdrawn' && isOwn && one.state === 'open'
  if (refusal !== null && !mayWithdraw) throw refused(`${refusal} Nothing was done.`)
  await updateDecided(tx, id, { state, staffId: actor.staffId, note })
  writeApproval(tx, context, one, `approval.${state}`, note)
}

const refuseDecided = async (deps: AppDeps, id: string, actor: Staff): Promise<void> => {
  const refusal = refusalOf(await found(deps.database, id), actor, deps.clock.now())
  if (refusal !== null) throw refused(`${refusal} Nothing was done.`)
}

const approveRefund = async (
  services: PaymentServices,
  context: RequestContext,
  one: StoredApproval,
): Promise<string> => {
  const action = {
    actor: staffOf(context),
    requestId: context.requestId,
    requestKey: `approval:${one.id}`,
    stepUp: () => stepUpActions.approve(one.id),
    before: (tx: Tx) => decide(tx, context, one.id, 'approved', ''),
  }
  await refuseDecided(services.deps, one.id, action.actor)
  const state = (await giveRefund(services, action, RefundPayload.parse(one.payload))).state
  // Of two people one gave it; the other one reads that.
  const { decided_by: by } = await found(services.deps.database, one.id)
  if (by !== action.actor.staffId) await refuseDecided(services.deps, one.id, action.actor)
  return refundStateTexts[state]
}

const approveReceipt = async (
  services: PaymentServices,
  context: RequestContext,
  one: StoredApproval,
): Promise<string> => {
  const { deps } = services
  const actor = staffOf(context)
  const { number, counted, amount } = ReceiptPayload.parse(one.payload)
  const action = {
    actor,
    requestId: context.requestId,
    requestKey: `approval:${one.id}`,
    stepUp: () => stepUpActions.approve(one.id),
    before: (tx: Tx) => decide(tx, context, one.id, 'approved', ''),
  }
  await refuseDecided(deps, one.id, actor)
  try {
    return receiptText(await giveReceipt(services, action, await packageNamed(deps, number), counted, amount))
  } catch (thrown) {
    // Of two people one received it; the other one reads who decided.
    await refuseDecided(deps, one.id, actor)
    throw explained(thrown)
  }
}

const approveImport = async (
  { deps }: PaymentServices,
  context: RequestContext,
  one: StoredApproval,
): Promise<string> => {
  const { id } = ImportPayload.parse(one.payload)
  const shipments = await shippedByImport(deps, await importNamed(deps, id))
  if (one.state === 'open' && shipments !== one.shipments)
    throw refused(
      `It would ship ${shipments} orders by now, and ${one.shipments ?? 0} were asked for. Nothing was done; refuse it, and it can be asked for again.`,
    )
  await inTransaction(deps, async (tx) => {
    await decide(tx, context, one.id, 'approved', '')
    if (!(await beginImport(tx, context, id)))
      throw refused('This file was started before. Nothing was done.')
  })
  return 'The import has started.'
}

const approveOrders: typeof approveImport = ({ deps }, context, one) =>
  approveBulk(deps, context, one, (tx) => decide(tx, context, one.id, 'approved', ''))

type Approve = (services: ApprovalServices, context: RequestContext, one: StoredApproval) => Promise<string>

/** Carries out a request whose own transaction also marks it as approved. */
const afterCheck =
  (carryOut: (...given: [...Parameters<Approve>, (tx: Tx) => Promise<void>]) => Promise<string>): Approve =>
  async (services, context, one) => {
    await refuseDecided(services.deps, one.id, staffOf(context))
    return carryOut(services, context, one, (tx) => decide(tx, context, one.id, 'approved', ''))
  }

const approvals = {
  refund: approveRefund,
  'return-receipt': approveReceipt,
  'tracking-import': approveImport,
  'hold-orders': approveOrders,
  'release-orders': approveOrders,
  'batch-orders': approveOrders,
  'price-increase': afterCheck(approveIncrease),
  page: afterCheck(approvePage),
  'flag-rollout': afterCheck(approveRollout),
  newsletter: afterCheck(approveCampaign),
  places: afterCheck(approvePlaces),
  'catalogue-entry': afterCheck(approveEntry),
} satisfies Readonly<Record<ApprovalKind, unknown>>

/** Requests for a second person: asked for, looked at, decided. */
export const createApprovalHandlers = (services: ApprovalServices): Handlers => {
  const { deps } = services
  return {
    ...createAskHandlers(services),
    requestBulkApproval: createBulkAsk(deps),
    ...createReadHandlers(services),
    decideDeskApproval: async (context, { id, decision, note }) => {
      const one = await seenBy(deps.database, id, staffOf(context))
      if (decision === 'approve') {
        if (one.kind === 'newer') throw refused(newerText)
        return { text: await approvals[one.kind](services, context, one) }
      }
      const state = decision === 'refuse' ? 'refused' : 'withdrawn'
      await inTransaction(deps, (tx) => decide(tx, context, id, state, note))
      return { text: state === 'refused' ? 'It is refused. Nothing was done.' : 'It is withdrawn.' }
    },
  }
}
