import type { DatabaseSync } from 'node:sqlite'
import type { Period } from './charge-records.ts'
import { createList } from './list-by-time.ts'
import { numberOf, textOf } from '../sandbox-base/sqlite.ts'

/** Keys that can never charge: the table `closed_key`. */
export interface ClosedKeys {
  readonly has: (idempotencyKey: string) => boolean
  readonly add: (idempotencyKey: string, now: number) => void
}

export const createClosedKeys = (database: DatabaseSync): ClosedKeys => {
  const has = database.prepare('select 1 as yes from closed_key where idempotency_key = ?')
  const add = database.prepare('insert or ignore into closed_key (idempotency_key, closed_at) values (?, ?)')
  return {
    has: (key) => has.get(key) !== undefined,
    add: (key, now) => {
      add.run(key, now)
    },
  }
}

export interface Refund {
  readonly id: string
  readonly idempotencyKey: string
  readonly chargeId: string
  readonly amount: number
  readonly createdAt: number
  /** The bank sent it back: the charge is as if it had not been. */
  readonly isFailed: boolean
}

/** The table `refund`. */
export interface RefundRecords {
  readonly byKey: (idempotencyKey: string) => Refund | null
  /** Given back in the period, oldest first, strictly after the refund `after` when it is given. */
  readonly within: (period: Period, after: string | null, limit: number) => Refund[]
  /** All of a charge, oldest first. */
  readonly ofCharge: (chargeId: string) => Refund[]
  readonly add: (refund: Refund) => void
  readonly fail: (id: string, now: number) => void
}

const refundOf = (row: Readonly<Record<string, unknown>>): Refund => ({
  id: textOf(row, 'id'),
  idempotencyKey: textOf(row, 'idempotency_key'),
  chargeId: textOf(row, 'charge_id'),
  amount: numberOf(row, 'amount'),
  createdAt: numberOf(row, 'created_at'),
  isFailed: numberOf(row, 'is_failed') === 1,
})

const select =
  'select *, exists (select 1 from refund_failure where refund_id = refund.id) as is_failed from refund'

export const createRefundRecords = (database: DatabaseSync): RefundRecords => {
  const byKey = database.prepare(`${select} where idempotency_key = ?`)
  const list = createList(database, 'refund', select)
  const add = database.prepare(
    'insert into refund (id, idempotency_key, charge_id, amount, created_at) values (?, ?, ?, ?, ?)',
  )
  const ofCharge = database.prepare(`${select} where charge_id = ? order by created_at, id`)
  const fail = database.prepare('insert or ignore into refund_failure (refund_id, failed_at) values (?, ?)')
  return {
    byKey: (key) => {
      const row = byKey.get(key)
      return row ? refundOf(row) : null
    },
    within: (period, after, limit) => list(period, after, limit).map(refundOf),
    ofCharge: (chargeId) => ofCharge.all(chargeId).map(refundOf),
    fail: (id, now) => {
      fail.run(id, now)
    },
    add: ({ id, idempotencyKey, chargeId, amount, createdAt }) => {
      add.run(id, idempotencyKey, chargeId, amount, createdAt)
    },
  }
}
