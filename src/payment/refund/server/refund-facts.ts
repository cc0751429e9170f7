import { refundReasonText } from '../rules/refund.ts'
import type { RefundContents } from '#pricing/rules/refund-lines.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import { readRefundLines } from './refund-line-store.ts'
import { readRefund } from './refund-store.ts'

/** The contents of a refund; empty for an unknown one. */
export const refundContents = async (db: Db, refundId: string): Promise<RefundContents> => {
  const refund = await readRefund(db, refundId)
  return {
    lines: (await readRefundLines(db, [refundId])).get(refundId) ?? [],
    reason: refund && refundReasonText(refund.reason, refund.note),
  }
}
