import type { DatabaseSync } from 'node:sqlite'
import type { Period } from './charge-records.ts'
import { createList } from './list-by-time.ts'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

const states = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const

export type DisputeState = (typeof states)[number]

export interface Dispute {
  readonly id: string
  readonly chargeId: string
  readonly state: DisputeState
  readonly reason: string
  readonly networkReason: string
  readonly amount: number
  readonly currency: string
  readonly dueAt: number
  readonly submissions: number
  /** The idempotency key with which evidence was sent. */
  readonly submissionKey: string | null
  /** JSON text as the shop sent it. */
  readonly evidence: string | null
  readonly createdAt: number
}

/** Money that was taken from the shop (negative) or given back. */
interface Movement {
  readonly id: string
  readonly amount: number
  readonly fee: number
}

type Row = Readonly<Record<string, unknown>>

const disputeOf = (row: Row): Dispute => {
  const state = states.find((known) => known === row['state'])
  if (!state) throw new Error('A dispute is in a state that does not exist.')
  return {
    id: textOf(row, 'id'),
    chargeId: textOf(row, 'charge_id'),
    state,
    reason: textOf(row, 'reason'),
    networkReason: textOf(row, 'network_reason'),
    amount: numberOf(row, 'amount'),
    currency: textOf(row, 'currency'),
    dueAt: numberOf(row, 'due_at'),
    submissions: numberOf(row, 'submissions'),
    submissionKey: textOrNull(row, 'submission_key'),
    evidence: textOrNull(row, 'evidence'),
    createdAt: numberOf(row, 'created_at'),
  }
}

/** The tables `dispute` and `movement`. */
export interface DisputeRecords {
  /** Writes it, new or changed. */
  readonly save: (dispute: Dispute) => void
  readonly byId: (id: string) => Dispute | null
  readonly ofCharge: (chargeId: string) => Dispute[]
  /** Opened in the period, oldest first, strictly after the dispute `after` when it is given. */
  readonly within: (period: Period, after: string | null, limit: number) => Dispute[]
  readonly addMovement: (disputeId: string, movement: Movement, now: number) => void
  readonly movementsOf: (disputeId: string) => Movement[]
}

const movementRecords = (database: DatabaseSync): Pick<DisputeRecords, 'addMovement' | 'movementsOf'> => {
  const add = database.prepare(
    'insert into movement (id, dispute_id, amount, fee, created_at) values (?, ?, ?, ?, ?)',
  )
  const ofDispute = database.prepare('select * from movement where dispute_id = ? order by rowid')
  return {
    addMovement: (disputeId, { id, amount, fee }, now) => {
      add.run(id, disputeId, amount, fee, now)
    },
    movementsOf: (disputeId) =>
      ofDispute.all(disputeId).map((row) => ({
        id: textOf(row, 'id'),
        amount: numberOf(row, 'amount'),
        fee: numberOf(row, 'fee'),
      })),
  }
}

export const createDisputeRecords = (database: DatabaseSync): DisputeRecords => {
  const save =
    database.prepare(`insert into dispute (id, charge_id, state, reason, network_reason, amount, currency,
    due_at, submissions, submission_key, evidence, created_at) values (:id, :charge_id, :state, :reason,
    :network_reason, :amount, :currency, :due_at, :submissions, :submission_key, :evidence, :created_at)
    on conflict (id) do update set state = :state, due_at = :due_at, submissions = :submissions,
    submission_key = :submission_key, evidence = :evidence`)
  const byId = database.prepare('select * from dispute where id = ?')
  const ofCharge = database.prepare('select * from dispute where charge_id = ?')
  const list = createList(database, 'dispute')
  return {
    save: (dispute) => {
      const { chargeId, networkReason, dueAt, submissionKey, createdAt, ...same } = dispute
      save.run({
        ...same,
        charge_id: chargeId,
        network_reason: networkReason,
        due_at: dueAt,
        submission_key: submissionKey,
        created_at: createdAt,
      })
    },
    byId: (id) => {
      const row = byId.get(id)
      return row ? disputeOf(row) : null
    },
    ofCharge: (chargeId) => ofCharge.all(chargeId).map(disputeOf),
    within: (period, after, limit) => list(period, after, limit).map(disputeOf),
    ...movementRecords(database),
  }
}
