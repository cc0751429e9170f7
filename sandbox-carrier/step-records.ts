import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

/** What happens to a parcel at a moment of the carrier's time, and when the shop is told. */
export interface Step {
  readonly id: string
  readonly labelId: string
  readonly event: string
  readonly happensAt: number
  readonly toldAt: number
  /** How many webhooks tell it. */
  readonly copies: number
  /** ISO date; for a delay. */
  readonly expectedOn: string | null
}

type Row = Readonly<Record<string, unknown>>

const stepOf = (row: Row): Step => ({
  id: textOf(row, 'id'),
  labelId: textOf(row, 'label_id'),
  event: textOf(row, 'event'),
  happensAt: numberOf(row, 'happens_at'),
  toldAt: numberOf(row, 'told_at'),
  copies: numberOf(row, 'copies'),
  expectedOn: textOrNull(row, 'expected_on'),
})

/** The table `step`. */
export interface StepRecords {
  /** In the order in which they are told where that is the same moment. */
  readonly insert: (steps: readonly Step[]) => void
  /** What has happened to a parcel until a moment, the oldest first. */
  readonly until: (labelId: string, moment: number) => Step[]
  /** What is to be told until a moment. */
  readonly toTell: (moment: number) => Step[]
  readonly markTold: (id: string) => void
  /** When the next one is told; null when all are. */
  readonly nextToldAt: () => number | null
}

export const createStepRecords = (database: DatabaseSync): StepRecords => {
  const insert = database.prepare(`insert into step
    (id, label_id, event, happens_at, told_at, copies, expected_on) values (?, ?, ?, ?, ?, ?, ?)`)
  const until = database.prepare(
    'select * from step where label_id = ? and happens_at <= ? order by happens_at, rowid',
  )
  const toTell = database.prepare(
    'select * from step where is_told = 0 and told_at <= ? order by told_at, rowid limit 1000',
  )
  const markTold = database.prepare('update step set is_told = 1 where id = ?')
  const next = database.prepare('select min(told_at) as at from step where is_told = 0')
  return {
    insert: (steps) => {
      for (const { id, labelId, event, happensAt, toldAt, copies, expectedOn } of steps)
        insert.run(id, labelId, event, happensAt, toldAt, copies, expectedOn)
    },
    until: (labelId, moment) => until.all(labelId, moment).map(stepOf),
    toTell: (moment) => toTell.all(moment).map(stepOf),
    markTold: (id) => void markTold.run(id),
    nextToldAt: () => {
      const row = next.get()
      return row && row['at'] !== null ? numberOf(row, 'at') : null
    },
  }
}
