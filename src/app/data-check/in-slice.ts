import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Slice } from './slices.ts'

/** Undoes the slice, and hands on what was read in it. */
class SliceRead extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super('the slice was read')
    this.name = 'SliceRead'
    this.sentences = sentences
  }
}

const narrow = async (db: Transaction<Database>, { changed, tables }: Slice): Promise<void> => {
  for (const [name, ids] of Object.entries(changed)) {
    await sql.raw(`create temporary table ${name} on commit drop as ${ids}`).execute(db)
    await sql.raw(`analyze ${name}`).execute(db)
  }
  for (const [name, condition] of Object.entries(tables))
    await sql
      .raw(`create temporary view "${name}" as select * from public."${name}" where ${condition}`)
      .execute(db)
  // A statement that was prepared before would still read the whole table.
  await sql.raw('discard plans').execute(db)
}

/**
 * Runs checks on a slice, in one snapshot that is undone afterwards: temporary views in front of the tables show them its rows
 * only. Nothing is written that anybody else sees.
 */
export const inSlice = async (
  db: Kysely<Database>,
  slice: Slice,
  checks: (sliced: Kysely<Database>) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await narrow(transaction, slice)
        throw new SliceRead(await checks(transaction))
      })
  } catch (thrown) {
    if (thrown instanceof SliceRead) return thrown.sentences
    throw thrown
  }
  return []
}
