import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

/** What a bank will do: open what its card has in store, let a deadline pass, decide on evidence. */
const kinds = ['open', 'expire', 'decide'] as const

/** Something that will happen to a charge at a moment of the processor's time. */
export interface Step {
  readonly id: number
  readonly chargeId: string
  /** Null as long as there is none. */
  readonly disputeId: string | null
  readonly what: (typeof kinds)[number]
  readonly happensAt: number
}

/** A bank's warning of fraud. */
export interface FraudWarning {
  readonly id: string
  readonly chargeId: string
  readonly fraudType: string
  readonly createdAt: number
}

/** The tables `aftermath_step` and `fraud_warning`. */
export interface AftermathRecords {
  readonly plan: (step: Omit<Step, 'id'>) => void
  /** The next one that happens until a moment, or null. */
  readonly next: (until: number) => Step | null
  readonly finish: (id: number) => void
  readonly nextAt: () => number | null
  readonly addWarning: (warning: FraudWarning) => void
  readonly warning: (id: string) => FraudWarning | null
}

type Row = Readonly<Record<string, unknown>>

const stepOf = (row: Row): Step => {
  const what = kinds.find((known) => known === row['what'])
  if (!what) throw new Error('A step is of a kind that does not exist.')
  return {
    id: numberOf(row, 'id'),
    chargeId: textOf(row, 'charge_id'),
    disputeId: textOrNull(row, 'dispute_id'),
    what,
    happensAt: numberOf(row, 'happens_at'),
  }
}

const warningOf = (row: Row): FraudWarning => ({
  id: textOf(row, 'id'),
  chargeId: textOf(row, 'charge_id'),
  fraudType: textOf(row, 'fraud_type'),
  createdAt: numberOf(row, 'created_at'),
})

export const createAftermathRecords = (database: DatabaseSync): AftermathRecords => {
  const plan = database.prepare(
    'insert into aftermath_step (charge_id, dispute_id, what, happens_at) values (?, ?, ?, ?)',
  )
  const next = database.prepare(
    'select * from aftermath_step where is_done = 0 and happens_at <= ? order by happens_at, id limit 1',
  )
  const finish = database.prepare('update aftermath_step set is_done = 1 where id = ?')
  const nextAt = database.prepare('select min(happens_at) as at from aftermath_step where is_done = 0')
  const addWarning = database.prepare(
    'insert into fraud_warning (id, charge_id, fraud_type, created_at) values (?, ?, ?, ?)',
  )
  const warning = database.prepare('select * from fraud_warning where id = ?')
  return {
    plan: ({ chargeId, disputeId, what, happensAt }) => {
      plan.run(chargeId, disputeId, what, happensAt)
    },
    next: (until) => {
      const row = next.get(until)
      return row ? stepOf(row) : null
    },
    finish: (id) => {
      finish.run(id)
    },
    nextAt: () => {
      const row = nextAt.get()
      return row && row['at'] !== null ? numberOf(row, 'at') : null
    },
    addWarning: ({ id, chargeId, fraudType, createdAt }) => {
      addWarning.run(id, chargeId, fraudType, createdAt)
    },
    warning: (id) => {
      const row = warning.get(id)
      return row ? warningOf(row) : null
    },
  }
}
