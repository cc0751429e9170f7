import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Row = Readonly<Record<string, unknown>>

/**
 * Opens the data file, with the tables of `schema`. `full`: what a write has answered is on the disk, whatever is cut off afterwards. `normal`: a
 * power cut may undo the last moments, which is enough for what is done at least once.
 */
export const openDatabase = (file: string, schema: string, synchronous: 'full' | 'normal'): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  // Cards and addresses of tests are for their owner alone; SQLite gives its other files the same mode.
  if (file !== ':memory:') {
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  }
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma synchronous = ${synchronous}`)
  database.exec('pragma busy_timeout = 5000')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma cache_size = -512')
  database.exec(schema)
  return database
}

interface Waiting {
  /** Runs in a savepoint; the returned function notifies the caller, once everything is on disk. */
  readonly attempt: () => () => void
  readonly fail: (thrown: unknown) => void
}

const commitTogether = (database: DatabaseSync, waiting: readonly Waiting[]): void => {
  try {
    database.exec('begin immediate')
    const notifications = waiting.map(({ attempt }) => attempt())
    database.exec('commit')
    for (const notify of notifications) notify()
  } catch (thrown) {
    if (database.isTransaction) database.exec('rollback')
    for (const { fail } of waiting) fail(thrown)
  }
}

/** One transaction: everything in `run` is stored, or nothing is. */
export type Write = <Result>(run: () => Result) => Promise<Result>

/** Units that come at the same time go to the disk together, for the disk is what they wait for. */
export const createWriter = (database: DatabaseSync): Write => {
  let waiting: Waiting[] = []
  const flush = (): void => {
    const together = waiting
    waiting = []
    commitTogether(database, together)
  }
  return (run) =>
    new Promise((resolve, reject) => {
      const attempt = () => {
        database.exec('savepoint unit')
        try {
          const result = run()
          database.exec('release unit')
          return () => resolve(result)
        } catch (thrown) {
          database.exec('rollback to unit; release unit')
          return () => reject(thrown)
        }
      }
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ attempt, fail: reject })
    })
}

export const textOf = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text.`)
  return value
}

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null || row[column] === undefined ? null : textOf(row, column)

export const numberOf = (row: Row, column: string): number => {
  const value = row[column]
  if (typeof value !== 'number') throw new Error(`Column ${column} holds no number.`)
  return value
}
