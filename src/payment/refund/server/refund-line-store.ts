import type { Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { refundLineKinds } from '#pricing/rules/refund-lines.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import { refundFrom } from './refund-record.ts'
import type { Refund } from './refund-record.ts'
import { refundsIn } from './refund-store.ts'

const StoredKind = z.enum(refundLineKinds)

const lineFrom = (row: Omit<Selectable<Database['refund_line']>, 'refund_id'>): RefundLine => ({
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

/** A refund and what it is made of. */
interface RefundWithLines extends Refund {
  readonly lines: readonly RefundLine[]
}

/** Every refund of an order with its lines, oldest first, in one statement. */
export const readRefundsWithLines = async (db: Db, orderId: string): Promise<readonly RefundWithLines[]> => {
  const rows = await refundsIn(db)
    .selectAll('refund')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('refund_line')
          .select(['kind', 'position', 'quantity', 'goods_cents', 'tax_cents'])
          .whereRef('refund_line.refund_id', '=', 'refund.id')
          .orderBy('position')
          .orderBy('kind'),
      ).as('lines'),
    )
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .execute()
  return rows.map(({ lines, ...row }) => ({ ...refundFrom(row), lines: lines.map(lineFrom) }))
}
