import type { DatabaseSync } from 'node:sqlite'
import { numberOf, textOf, textOrNull } from '../sandbox-base/sqlite.ts'

export interface Label {
  readonly id: string
  readonly idempotencyKey: string
  /** What it was asked for, as JSON. */
  readonly request: string
  readonly state: 'made' | 'handed-over' | 'voided'
  readonly tracking: string
  readonly testWord: string | null
  readonly madeAt: number
  /** ISO date. */
  readonly expectedOn: string
  readonly handedOverAt: number | null
}

type Row = Readonly<Record<string, unknown>>

const stateOf = (row: Row): Label['state'] => {
  const state = textOf(row, 'state')
  return state === 'voided' || state === 'handed-over' ? state : 'made'
}

const labelOf = (row: Row): Label => ({
  id: textOf(row, 'id'),
  idempotencyKey: textOf(row, 'idempotency_key'),
  request: textOf(row, 'request'),
  state: stateOf(row),
  tracking: textOf(row, 'tracking'),
  testWord: textOrNull(row, 'test_word'),
  madeAt: numberOf(row, 'made_at'),
  expectedOn: textOf(row, 'expected_on'),
  handedOverAt: row['handed_over_at'] === null ? null : numberOf(row, 'handed_over_at'),
})

/** The tables `label` and `closed_key`. */
export interface LabelRecords {
  readonly byKey: (key: string) => Label | null
  readonly byId: (id: string) => Label | null
  readonly byTracking: (tracking: string) => Label | null
  /** In the order in which they were made, after the label `after` when it is given. */
  readonly list: (after: string | null, limit: number) => Label[]
  readonly insert: (label: Label) => void
  readonly void: (id: string) => void
  readonly handOver: (id: string, at: number, expectedOn: string) => void
  /** Whether the key never makes a label. */
  readonly isClosed: (key: string) => boolean
  readonly close: (key: string, now: number) => void
}

const found = (row: Row | undefined): Label | null => (row ? labelOf(row) : null)

export const createLabelRecords = (database: DatabaseSync): LabelRecords => {
  const byKey = database.prepare('select * from label where idempotency_key = ?')
  const byId = database.prepare('select * from label where id = ?')
  const byTracking = database.prepare('select * from label where tracking = ?')
  const list = database.prepare(`select * from label
    where rowid > coalesce((select rowid from label where id = ?), 0) order by rowid limit ?`)
  const insert = database.prepare(`insert into label
    (id, idempotency_key, request, state, tracking, test_word, made_at, expected_on)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const markVoid = database.prepare(`update label set state = 'voided' where id = ?`)
  const handOver = database.prepare(
    `update label set state = 'handed-over', handed_over_at = ?, expected_on = ? where id = ?`,
  )
  const isClosed = database.prepare('select 1 as yes from closed_key where idempotency_key = ?')
  const close = database.prepare(
    'insert or ignore into closed_key (idempotency_key, closed_at) values (?, ?)',
  )
  return {
    byKey: (key) => found(byKey.get(key)),
    byId: (id) => found(byId.get(id)),
    byTracking: (tracking) => found(byTracking.get(tracking)),
    list: (after, limit) => list.all(after, limit).map(labelOf),
    insert: ({ id, idempotencyKey, request, state, tracking, testWord, madeAt, expectedOn }) =>
      void insert.run(id, idempotencyKey, request, state, tracking, testWord, madeAt, expectedOn),
    void: (id) => void markVoid.run(id),
    handOver: (id, at, expectedOn) => void handOver.run(at, expectedOn, id),
    isClosed: (key) => isClosed.get(key) !== undefined,
    close: (key, now) => void close.run(key, now),
  }
}
