import { createHash } from 'node:crypto'

/** Statements that are known by name; more would only fill the memory of the server's processes. */
const maxNames = 300

/** Longer ones are lists of varying length, each a statement of its own; the look of the due work has 4,600. */
const maxTextLength = 8_000

/** Names for the texts of statements, by which each connection prepares a text once. */
export interface StatementNames {
  /** The name of a text; undefined for one that is sent without a name. */
  readonly nameOf: (text: string) => string | undefined
  /** Forgets all names, so that statements are prepared again under other names. */
  readonly forget: () => void
}

/** For a pooler that gives each transaction another session: what one of them has prepared, the next one lacks. */
export const unnamedStatements: StatementNames = { nameOf: () => undefined, forget: () => undefined }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/**
 * Has the server read and plan each text once per connection and not each time (a third of its time for an order). When
 * a migration has changed a table under a running process, the statement that notices it fails with `planIsStale`.
 */
export const createStatementNames = (): StatementNames => {
  const names = new Map<string, string>()
  let generation = 0
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (known !== undefined || text.length > maxTextLength || names.size >= maxNames) return known
      // By its text: a connection that several databases of Kysely share prepares no two texts under one name.
      const name = `shop_${generation}_${hashOf(text)}`
      names.set(text, name)
      return name
    },
    forget: () => {
      names.clear()
      generation += 1
    },
  }
}

/** PostgreSQL's error for a prepared statement whose table has changed its columns since. */
export const planIsStale = '0A000'
