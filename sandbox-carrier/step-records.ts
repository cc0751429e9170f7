import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

/** What happens to a package at a moment of the carrier's time, and when the shop is notified. */
export interface Step {
  readonly id: string
  readonly labelId: string
  readonly event: string
  readonly happensAt: number
  readonly reportAt: number
  /** How many webhooks report it. */
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
  reportAt: numberOf(row, 'report_at'),
  copies: numberOf(row, 'copies'),
  expectedOn: textOrNull(row, 'expected_on'),
})

/** The table `step`. */
export interface StepRecords {
  /** In the order in which they are reported where that is the same moment. */
  readonly insert: (steps: readonly Step[]) => void
  /** What has happened to a package until a moment, the oldest first. */
  readonly until: (labelId: string, moment: number) => Step[]
  /** The first thousand that have happened to any package until a moment, the oldest first. */
  readonly allUntil: (moment: number) => Step[]
  /** What is to be reported until a moment. */
  readonly toReport: (moment: number) => Step[]
  readonly markReported: (id: string) => void
  /** When the next one is reported; null when all are. */
  readonly nextReportAt: () => number | null
}

export const createStepRecords = (database: DatabaseSync): StepRecords => {
  const insert = database.prepare(`insert into step
    (id, label_id, event, happens_at, report_at, copies, expected_on) values (?, ?, ?, ?, ?, ?, ?)`)
  const until = database.prepare(
    'select * from step where label_id = ? and happens_at <= ? order by happens_at, rowid',
  )
  const allUntil = database.prepare(
    'select * from step where happens_at <= ? order by happens_at, rowid limit 1000',
  )
  const toReport = database.prepare(
    'select * from step where is_reported = 0 and report_at <= ? order by report_at, rowid limit 1000',
  )
  const markReported = database.prepare('update step set is_reported = 1 where id = ?')
  const next = database.prepare('select min(report_at) as at from step where is_reported = 0')
  return {
    insert: (steps) => {
      for (const { id, labelId, event, happensAt, reportAt, copies, expectedOn } of steps)
        insert.run(id, labelId, event, happensAt, reportAt, copies, expectedOn)
    },
    until: (labelId, moment) => until.all(labelId, moment).map(stepOf),
    allUntil: (moment) => allUntil.all(moment).map(stepOf),
    toReport: (moment) => toReport.all(moment).map(stepOf),
    markReported: (id) => void markReported.run(id),
    nextReportAt: () => {
      const row = next.get()
      return row && row['at'] !== null ? numberOf(row, 'at') : null
    },
  }
}
