import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'
import type { Period } from './charge-records.ts'
import { createList } from './list-by-time.ts'

export type BalanceKind = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'payout'

/** One change of the shop's balance; amount and fee in cents, what leaves it is negative. */
export interface BalanceEntry {
  readonly id: string
  readonly kind: BalanceKind
  /** The id of the charge, refund, dispute or payout. */
  readonly source: string
  readonly chargeId: string | null
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly payoutId: string | null
  /** By the shop's time. */
  readonly createdAt: number
}

export interface Payout {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly createdAt: number
}

/** The published price of a card payment: a percentage, rounded to cents, and a fixed sum. */
export interface FeeRule {
  readonly percent: number
  readonly fixedCents: number
}

export const feeOf = ({ percent, fixedCents }: FeeRule, amount: number): number =>
  Math.round((amount * percent) / 100) + fixedCents

type Row = Readonly<Record<string, unknown>>

const kinds: readonly BalanceKind[] = ['charge', 'refund', 'refund_failure', 'dispute', 'payout']

const entryOf = (row: Row): BalanceEntry => {
  const kind = kinds.find((known) => known === row['kind'])
  if (!kind) throw new Error('A balance entry is of a kind that does not exist.')
  return {
    id: textOf(row, 'id'),
    kind,
    source: textOf(row, 'source'),
    chargeId: textOrNull(row, 'charge_id'),
    amount: numberOf(row, 'amount'),
    fee: numberOf(row, 'fee'),
    currency: textOf(row, 'currency'),
    payoutId: textOrNull(row, 'payout_id'),
    createdAt: numberOf(row, 'created_at'),
  }
}

const payoutOf = (row: Row): Payout => ({
  id: textOf(row, 'id'),
  amount: numberOf(row, 'amount'),
  currency: textOf(row, 'currency'),
  createdAt: numberOf(row, 'created_at'),
})

/** The tables `balance_entry` and `payout`. */
export interface BalanceRecords {
  readonly add: (entry: BalanceEntry) => void
  readonly within: (period: Period, after: string | null, limit: number) => BalanceEntry[]
  readonly ofPayout: (payoutId: string, after: string | null, limit: number) => BalanceEntry[]
  readonly payoutsWithin: (period: Period, after: string | null, limit: number) => Payout[]
  /** What no payout has paid, from before a moment, less its fees: by currency. */
  readonly unpaidBefore: (moment: number) => Pick<Payout, 'currency' | 'amount'>[]
  /** When the first entry was made that no payout has paid, from a moment on and before another; null for none. */
  readonly firstUnpaid: (from: number, before: number) => number | null
  /** Pays what no payout has paid, from before its moment, in its currency. */
  readonly pay: (payout: Payout) => void
}

const entryColumns = 'id, kind, source, charge_id, amount, fee, currency, payout_id, created_at'

const partsOfPayout = `select * from balance_entry where payout_id = ?
  and (created_at, id) > (coalesce((select created_at from balance_entry where id = ?), -1), ?)
  order by created_at, id limit ?`

export const createBalanceRecords = (database: DatabaseSync): BalanceRecords => {
  const add = database.prepare(
    `insert into balance_entry (${entryColumns}) values (:${entryColumns.replaceAll(', ', ', :')})`,
  )
  const list = createList(database, 'balance_entry')
  const ofPayout = database.prepare(partsOfPayout)
  const unpaid = database.prepare(
    `select currency, sum(amount - fee) as amount from balance_entry where payout_id is null and created_at < ?
    group by currency order by currency`,
  )
  const first = database.prepare(
    `select min(created_at) as at from balance_entry where payout_id is null and created_at >= ? and created_at < ?`,
  )
  const payouts = createList(database, 'payout')
  const insertPayout = database.prepare(
    'insert into payout (id, amount, currency, created_at) values (?, ?, ?, ?)',
  )
  const mark = database.prepare(
    'update balance_entry set payout_id = ? where payout_id is null and created_at < ? and currency = ?',
  )
  return {
    add: ({ chargeId, payoutId, createdAt, ...entry }) =>
      void add.run({ ...entry, charge_id: chargeId, payout_id: payoutId, created_at: createdAt }),
    within: (period, after, limit) => list(period, after, limit).map(entryOf),
    ofPayout: (payoutId, after, limit) => ofPayout.all(payoutId, after, after ?? '', limit).map(entryOf),
    payoutsWithin: (period, after, limit) => payouts(period, after, limit).map(payoutOf),
    firstUnpaid: (from, before) => {
      const row = first.get(from, before)
      return row === undefined || row['at'] === null ? null : numberOf(row, 'at')
    },
    unpaidBefore: (moment) =>
      unpaid
        .all(moment)
        .map((row) => ({ currency: textOf(row, 'currency'), amount: numberOf(row, 'amount') })),
    pay: ({ id, amount, currency, createdAt }) => {
      insertPayout.run(id, amount, currency, createdAt)
      mark.run(id, createdAt, currency)
    },
  }
}
