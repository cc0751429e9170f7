import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf } from './sqlite.ts'

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
  readonly chargeId: string
  readonly amount: number
}

/** The table `refund`. */
export interface RefundRecords {
  readonly byKey: (idempotencyKey: string) => Refund | null
  readonly add: (refund: Refund, idempotencyKey: string, now: number) => void
}

export const createRefundRecords = (database: DatabaseSync): RefundRecords => {
  const byKey = database.prepare('select id, charge_id, amount from refund where idempotency_key = ?')
  const add = database.prepare(
    'insert into refund (id, idempotency_key, charge_id, amount, created_at) values (?, ?, ?, ?, ?)',
  )
  return {
    byKey: (key) => {
      const row = byKey.get(key)
      return row
        ? { id: textOf(row, 'id'), chargeId: textOf(row, 'charge_id'), amount: numberOf(row, 'amount') }
        : null
    },
    add: (refund, key, now) => {
      add.run(refund.id, key, refund.chargeId, refund.amount, now)
    },
  }
}
