import type { DatabaseSync } from 'node:sqlite'
import type { Machine } from './machine.ts'
import { numberOf } from './sqlite.ts'

/** The table of the clock, for the schema of a data file. */
export const clockSchema = `
  create table if not exists clock (id integer primary key check (id = 1), ahead integer not null) strict;
  insert or ignore into clock (id, ahead) values (1, 0);
`

/** The time of a sandbox: the machine's, and ahead of it where a shop has moved its own. */
export interface MovedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** At least this moment from now on; it never goes back. */
  readonly moveTo: (moment: number) => void
}

export const createMovedClock = (database: DatabaseSync, machine: Machine): MovedClock => {
  const read = database.prepare('select ahead from clock')
  const write = database.prepare('update clock set ahead = ? where ahead < ?')
  const ahead = (): number => {
    const row = read.get()
    return row ? numberOf(row, 'ahead') : 0
  }
  return {
    now: () => machine.now() + ahead(),
    moveTo: (moment) => {
      const wanted = moment - machine.now()
      write.run(wanted, wanted)
    },
  }
}
