import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BulkView } from '#desk/bulk-endpoints.ts'
import type { Database } from '#platform/schema.ts'

const actionOfLog = { hold: 'order.held', release: 'order.released', batch: 'order.batched' } as const

/** What staff read of a bulk action and is not so: what is done was done once, and what is left out was not. */
export const untrueRows = async (
  db: Kysely<Database>,
  { id, action, rows }: Pick<BulkView, 'id' | 'action' | 'rows'>,
): Promise<readonly string[]> => {
  const logged = await sql<{ number: string; times: number }>`
    select substring(subject from 7) as number, count(*)::int as times from audit_entry
    where act = ${actionOfLog[action]} and after like '%' || ${id} || '%' group by 1`.execute(db)
  const times = new Map(logged.rows.map((row) => [row.number, row.times]))
  return rows.flatMap(({ order, outcome }) => {
    if (outcome === 'failed') return [`the action on ${order} failed`]
    const [expected, done] = [outcome === 'done' ? 1 : 0, times.get(order) ?? 0]
    return outcome === 'waits' || done === expected
      ? []
      : [`${order} was said to be ${outcome}, and ${action} was done ${done} times`]
  })
}
