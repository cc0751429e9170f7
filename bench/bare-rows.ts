import { Client } from 'pg'
import { machineClock } from '#platform/clock.ts'
import { connectionSettings, type DatabaseAddress } from '#platform/database.ts'
import { createIds, type Ids } from '#platform/ids.ts'

/** A row as PostgreSQL writes it in text, by column. */
export type Row = Readonly<Record<string, string | null>>

const asText = { getTypeParser: () => (value: string | Buffer) => value.toString() }

/** Rows in text form, so that they can be written again as they are. */
export const readRows = async (client: Client, text: string, values: readonly string[]): Promise<Row[]> => {
  const { rows } = await client.query<Row>({ text, values: [...values], types: asText })
  return rows
}

/** The one row that there has to be. */
export const readRow = async (client: Client, text: string, values: readonly string[]): Promise<Row> => {
  const [row] = await readRows(client, text, values)
  if (row === undefined) throw new Error(`no row: ${text}`)
  return row
}

const columnsOf = (row: Row): string =>
  Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')

/** `insert` of rows with these columns; parameters from `first` on. */
export const insertText = (table: string, rows: readonly Row[], first = 1): string => {
  const [row = {}] = rows
  const width = Object.keys(row).length
  const places = rows.map(
    (_row, at) => `(${Object.keys(row).map((_name, column) => `$${first + at * width + column}`).join(', ')})`,
  ) // prettier-ignore
  return `insert into ${table} (${columnsOf(row)}) values ${places.join(', ')}`
}

/** Values of the rows, with the given columns and ids replaced. */
export const valuesOf = (
  rows: readonly Row[],
  fresh: ReadonlyMap<string, string>,
  instead: Row = {},
): (string | null)[] =>
  rows.flatMap((row) =>
    Object.entries(row).map(([name, value]) => {
      const given = instead[name]
      if (given !== undefined) return given
      return value === null ? null : (fresh.get(value) ?? value)
    }),
  )

/** New ids in place of these, time-ordered as the shop's own. */
export const freshIds = (ids: Ids, old: readonly (string | null | undefined)[]): Map<string, string> =>
  new Map(old.flatMap((id) => (typeof id === 'string' ? [[id, ids.uuid()]] : [])))

/** Connections that take turns. */
export interface Bare {
  readonly ids: Ids
  readonly address: DatabaseAddress
  /** Runs `statements` between begin and commit on a free connection. */
  readonly inTransaction: (statements: (client: Client) => Promise<void>) => Promise<void>
  readonly first: Client
  readonly close: () => Promise<void>
}

/** Plain connections of the driver, without pool and query builder. */
export const openBare = async (address: DatabaseAddress, width: number): Promise<Bare> => {
  const clients = Array.from({ length: width }, () => new Client(connectionSettings(address)))
  await Promise.all(clients.map((client) => client.connect()))
  const [first] = clients
  if (first === undefined) throw new RangeError('at least one connection')
  const free = [...clients]
  return {
    ids: createIds(machineClock),
    address,
    first,
    inTransaction: async (statements) => {
      const client = free.pop()
      if (client === undefined) throw new Error('more at once than connections')
      await client.query('begin')
      await statements(client)
      await client.query('commit')
      free.push(client)
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
