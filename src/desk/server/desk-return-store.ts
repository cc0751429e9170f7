import type { Kysely } from 'kysely'
import { z } from 'zod'
import { ReturnTravel } from '#return/rules/return-policy.ts'
import type { Database } from '#platform/schema.ts'
import type { MomentPlace } from '../rules/finance-filter.ts'

type Db = Kysely<Database>

const Row = z.object({
  id: z.string(),
  kind: z.enum(['return', 'withdrawal']),
  number: z.string(),
  order_number: z.string(),
  person: z.string(),
  requested_at: z.string(),
  due_on: z.string().nullable(),
  reason: z.string(),
  state: z.enum(['requested', 'awaiting-return', 'received', 'closed', 'canceled', 'expired']),
  label_state: z.string().nullable(),
  tracking: z.string().nullable(),
  travel: ReturnTravel.nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number() })).nullable(),
})

export type StoredDeskReturn = z.output<typeof Row>

const awaited = ['requested', 'awaiting-return'] as const

/** One more than a page of what is expected back, the oldest first. */
export const selectAwaitedReturns = async (
  db: Db,
  after: MomentPlace | undefined,
  limit: number,
): Promise<readonly StoredDeskReturn[]> => {
  let query = db.selectFrom('desk_return').selectAll().where('state', 'in', awaited)
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('requested_at', 'id'), '>', where.tuple(after.at, after.id)),
    )
  const rows = await query
    .orderBy('requested_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Row.parse(row))
}

const ofColumn = async (
  db: Db,
  column: 'number' | 'order_number' | 'tracking',
  text: string,
  limit: number,
) =>
  db
    .selectFrom('desk_return')
    .selectAll()
    .where(column, '=', text)
    .orderBy('requested_at')
    .limit(limit)
    .execute()

/** What a number finds, whatever its state: of a return, of an order, or of a label. */
export const findReturns = async (
  db: Db,
  text: string,
  limit: number,
): Promise<readonly StoredDeskReturn[]> => {
  const upper = text.toUpperCase()
  for (const [column, value] of [
    ['number', upper],
    ['tracking', text],
    ['tracking', upper],
    ['order_number', upper],
  ] as const) {
    const rows = await ofColumn(db, column, value, limit)
    if (rows.length > 0) return rows.map((row) => Row.parse(row))
  }
  return []
}
