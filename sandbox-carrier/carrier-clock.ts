import type { DatabaseSync } from 'node:sqlite'
import type { Machine } from '../sandbox-base/machine.ts'
import { numberOf } from '../sandbox-base/sqlite.ts'

/** The carrier's time: the machine's, and ahead of it where a shop has moved its own. */
export interface CarrierClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** At least this moment from now on; it never goes back. */
  readonly moveTo: (moment: number) => void
}

export const createCarrierClock = (database: DatabaseSync, machine: Machine): CarrierClock => {
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
