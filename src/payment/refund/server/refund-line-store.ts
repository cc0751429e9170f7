import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { refundLineKinds } from '#pricing/rules/refund-lines.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import type { Db } from '../../charge/server/charge-store.ts'

const StoredKind = z.enum(refundLineKinds)

const lineFrom = (row: Selectable<Database['refund_line']>): RefundLine => ({
  kind: StoredKind.parse(row.kind),
  position: row.position,
  quantity: row.quantity,
  goodsCents: row.goods_cents,
  taxCents: row.tax_cents,
})

/** Writes what a refund is made of, in the transaction that writes the refund. */
export const insertRefundLines = async (
  { db }: Pick<Tx, 'db'>,
  refundId: string,
  lines: readonly RefundLine[],
): Promise<void> => {
  if (lines.length === 0) return
  await db
    .insertInto('refund_line')
    .values(
      lines.map(({ kind, position, quantity, goodsCents, taxCents }) => ({
        refund_id: refundId,
        kind,
        position,
        quantity,
        goods_cents: goodsCents,
        tax_cents: taxCents,
      })),
    )
    .execute()
}

/** What some refunds are made of, by their ids: lines in the order of the order, shipping last. */
export const readRefundLines = async (
  db: Db,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RefundLine[]>> => {
  if (refundIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refund_line')
    .selectAll()
    .where('refund_id', 'in', refundIds)
    .orderBy('position')
    .orderBy('kind')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.refund_id)].map(([id, lines]) => [id, lines.map(lineFrom)]),
  )
}
