import type { DatabaseSync } from 'node:sqlite'
import { numberOf } from '../sandbox-base/sqlite.ts'
import type { Period } from './charge-records.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * A page of a table by time, oldest first, strictly after the row `after` when there is one. Each page starts at its first row by
 * the index, so that the last page of many takes no longer than the first one.
 */
export const createList = (
  database: DatabaseSync,
  table: 'charge' | 'refund' | 'dispute' | 'balance_entry' | 'payout',
  select = `select * from ${table}`,
): ((period: Period, after: string | null, limit: number) => Row[]) => {
  const momentOf = database.prepare(`select created_at from ${table} where id = ?`)
  const list = database.prepare(
    `${select} where (created_at, id) > (?, ?) and created_at < ? order by created_at, id limit ?`,
  )
  return ({ from, to }, after, limit) => {
    const row = after === null ? undefined : momentOf.get(after)
    const at = row === undefined ? -1 : numberOf(row, 'created_at')
    // No id is smaller than the empty one.
    return at < from ? list.all(from, '', to, limit) : list.all(at, after ?? '', to, limit)
  }
}
