import type { Cents } from '#shared/money.ts'
import { leftToRefund, refundReasonText } from '../rules/refund.ts'
import type { RefundContents } from '#pricing/rules/refund-lines.ts'
import { readCharge, type Db } from '../../charge/server/charge-store.ts'
import { readRefundLines } from './refund-line-store.ts'
import { readRefund } from './refund-store.ts'
import { paidFor } from './refunds.ts'
import type { PaidOrder, Refund } from './refunds.ts'

/** The contents of a refund; empty for an unknown one. */
export const refundContents = async (db: Db, refundId: string): Promise<RefundContents> => {
  const refund = await readRefund(db, refundId)
  return {
    lines: (await readRefundLines(db, [refundId])).get(refundId) ?? [],
    reason: refund && refundReasonText(refund.reason, refund.note),
  }
}

/** What can still be refunded of an order, without locks, for pages; its refunds are all that were ever requested. */
export const shownLeftOf = async (
  db: Db,
  { chargeId, paid, refunds }: Pick<PaidOrder, 'chargeId' | 'paid'> & { readonly refunds: readonly Refund[] },
): Promise<Cents> => {
  const charge = chargeId === null ? null : await readCharge(db, chargeId)
  return Math.max(0, leftToRefund({ ...paidFor({ paid }, charge), refunds }))
}
