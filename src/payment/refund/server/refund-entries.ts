import { sumCents } from '#shared/money.ts'
import type { Entry } from '../../rules/reconciliation.ts'
import type { RefundState } from '../rules/refund.ts'
import type { EntryChoice } from '../../charge/server/charge-entries.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'
import { refundFrom, refundIdIn, refundKeyOf } from './refund-record.ts'
import type { Refund } from './refund-record.ts'
import { refundsIn } from './refund-store.ts'

const entryState = (state: RefundState): Entry['state'] => {
  if (state === 'refunded') return 'succeeded'
  return state === 'refused' ? 'failed' : 'open'
}

/** What a refund is known by at the processor: our key, or, when somebody made it there, its own id. */
const keyOf = (refund: Refund): string =>
  refund.reason === 'dashboard' ? (refund.processorRefund ?? '') : refundKeyOf(refund)

/** One made at the processor may be several here: one for each order of its charge. */
const asOne = (same: readonly Refund[]): (Entry & { readonly id: string })[] =>
  same.slice(0, 1).map((first) => ({
    id: first.id,
    key: keyOf(first),
    state: entryState(first.state),
    cents: sumCents(same.map(({ split }) => split.cardCents)),
    currency: first.currency,
  }))

/** Refunds as the reconciliation compares them, ordered by id. */
export const readRefundEntries = async (
  db: Db,
  processor: ProcessorName,
  choice: EntryChoice,
): Promise<(Entry & { readonly id: string })[]> => {
  const all = refundsIn(db)
    .selectAll()
    .where('processor', '=', processor)
    .where('amount_cents', '>', 0)
    .orderBy('id')
  if (!('keys' in choice)) {
    const rows = await all
      .where('state', '=', 'refunded')
      .where('requested_at', '>=', choice.period.from.toString())
      .where('requested_at', '<', choice.period.to.toString())
      .where('id', '>', choice.after)
      .limit(choice.limit)
      .execute()
    return rows.map(refundFrom).flatMap((refund) => asOne([refund]))
  }
  if (choice.keys.length === 0) return []
  const ids = choice.keys.flatMap((key) => refundIdIn(key) ?? [])
  const rows = await all
    .where((is) =>
      is.or([
        ...(ids.length === 0 ? [] : [is('id', 'in', ids)]),
        is.and([is('reason', '=', 'dashboard'), is('processor_refund', 'in', choice.keys)]),
      ]),
    )
    .execute()
  return [...Map.groupBy(rows.map(refundFrom), keyOf).values()].flatMap(asOne)
}
