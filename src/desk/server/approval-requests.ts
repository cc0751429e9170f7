import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../approval-endpoints.ts'
import { refundDeskOrder } from '../endpoints.ts'
import { approvalDays, importLimit } from '../rules/approval.ts'
import { insertApproval } from './approval-store.ts'
import type { StoredApproval } from './approval-store.ts'
import { orderSubject } from './desk-order.ts'
import { increaseSubject } from './increase-approval.ts'
import { expectedReceipt } from './receipt-action.ts'
import { expectedRefund } from './refund-handlers.ts'
import { limitsOf } from './refund-limits.ts'
import { countedOf } from './return-handlers.ts'
import { importNamed, shippedByImport } from './tracking-handlers.ts'

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** What the log calls it: an order for a refund or a return, flags, fulfillment for a file and for many orders. */
const subjectOf = ({
  id,
  kind,
  order_number: number,
}: Pick<StoredApproval, 'id' | 'kind' | 'order_number'>): string => {
  if (kind === 'price-increase') return increaseSubject(id)
  if (kind === 'page') return 'pages'
  if (kind === 'flag-rollout') return 'flags'
  if (kind === 'newsletter') return 'newsletters'
  if (kind === 'places') return 'places'
  if (kind === 'catalogue-entry') return 'catalogue'
  return number === null ? 'fulfillment' : orderSubject(number)
}

/** Writes what became of a request, in the transaction of the action. */
export const writeApproval = (
  tx: Tx,
  context: RequestContext,
  one: Pick<StoredApproval, 'id' | 'kind' | 'order_number' | 'cents' | 'shipments'>,
  action: string,
  reason: string,
): void =>
  recordAction(
    tx,
    { actor: staffOf(context), requestId: context.requestId },
    {
      action,
      subject: subjectOf(one),
      after: { approval: one.id, kind: one.kind, cents: one.cents, shipments: one.shipments },
      reason,
    },
  )

/** A refund as it was asked for. */
export const RefundPayload = refundDeskOrder.payload.omit({ request_id: true })

/** A package as it was counted, and what its preview refunded. */
export const ReceiptPayload = z.object({
  number: z.string(),
  counted: z.object({
    lines: z.array(
      z.object({
        position: z.number(),
        restocked: z.number(),
        writtenOff: z.number(),
        note: z.string().nullable(),
      }),
    ),
    otherContents: z.string().nullable(),
    message: z.string().nullable(),
    despiteMissing: z.boolean(),
  }),
  amount: z.string(),
})

/** A file as it was asked for. */
export const ImportPayload = z.object({ id: z.string() })

type Handlers = HandlersFor<typeof endpoints>

/** Opens a request with its entry of the log. */
export const openRequest = (
  deps: AppDeps,
  context: RequestContext,
  wanted: Omit<Parameters<typeof insertApproval>[1], 'staffId' | 'expiresAt'>,
): Promise<{ id: string }> =>
  inTransaction(deps, async (tx) => {
    const { staffId } = staffOf(context)
    const expiresAt = tx.now.add({ hours: 24 * approvalDays })
    const { id, isNew } = await insertApproval(tx, { ...wanted, staffId, expiresAt })
    const { kind, order, sum, shipments } = wanted
    const one = { id, kind, order_number: order?.number ?? null, cents: sum?.cents ?? null, shipments }
    if (isNew) writeApproval(tx, context, one, 'approval.requested', wanted.reason)
    return { id }
  })

const createReceiptAsk =
  (services: PaymentServices): Handlers['requestReceiptApproval'] =>
  async (context, { request_id: requestId, reason, amount, ...payload }) => {
    const { deps } = services
    const counted = countedOf(payload)
    const { order, cents } = await expectedReceipt(services, payload.number, counted, amount)
    const limits = await limitsOf(deps.database, staffOf(context), order, { cents, action: '' })
    if (limits.refusal === null) throw refused('This is within your limit: you can receive it yourself.')
    const { number, accountId, currency } = order
    return openRequest(deps, context, {
      kind: 'return-receipt',
      requestId,
      order: { number, accountId },
      payload: { number: payload.number, counted, amount },
      sum: { cents, currency },
      shipments: null,
      reason,
    })
  }

/** Asking for a second person. */
export const createAskHandlers = (
  services: PaymentServices,
): Pick<Handlers, 'requestRefundApproval' | 'requestReceiptApproval' | 'requestImportApproval'> => {
  const { deps } = services
  return {
    requestReceiptApproval: createReceiptAsk(services),
    requestRefundApproval: async (context, { request_id: requestId, ...payload }) => {
      const { order, cents } = await expectedRefund(services, payload)
      const limits = await limitsOf(deps.database, staffOf(context), order, { cents, action: '' })
      if (limits.refusal === null) throw refused('This is within your limit: you can refund it yourself.')
      const { number, accountId, currency } = order
      return openRequest(deps, context, {
        kind: 'refund',
        requestId,
        order: { number, accountId },
        payload: { ...payload, number },
        sum: { cents, currency },
        shipments: null,
        reason: payload.reason,
      })
    },
    requestImportApproval: async (context, { id, request_id: requestId, reason }) => {
      const requested = await importNamed(deps, id)
      if (requested.started_at !== null) throw refused('This file was started before.')
      const shipments = await shippedByImport(deps, requested)
      if (shipments <= importLimit) throw refused('This file ships so few orders that nobody else is needed.')
      return openRequest(deps, context, {
        kind: 'tracking-import',
        requestId,
        order: null,
        payload: { id },
        sum: null,
        shipments,
        reason,
      })
    },
  }
}
