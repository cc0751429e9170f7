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
  changedValues: ReadonlyMap<string, string>,
  instead: Row = {},
): (string | null)[] =>
  rows.flatMap((row) =>
    Object.entries(row).map(([name, value]) => {
      const given = instead[name]
      if (given !== undefined) return given
      return value === null ? null : (changedValues.get(value) ?? value)
    }),
  )

/** Rows of a table to be written again, with what else the columns are to hold. */
export interface RowCopy {
  readonly table: string
  readonly rows: readonly Row[]
  readonly instead?: Row
}

/** Writes rows of several tables by one statement, those of the first table first. */
export const writeTogether = async (
  client: Client,
  changedValues: ReadonlyMap<string, string>,
  parts: readonly RowCopy[],
): Promise<void> => {
  let first = 1
  const texts = parts.map(({ table, rows }) => {
    const text = insertText(table, rows, first)
    first += rows.reduce((sum, row) => sum + Object.keys(row).length, 0)
    return text
  })
  const before = texts.slice(0, -1).map((text, at) => `part_${at} as (${text})`)
  const text = `${before.length === 0 ? '' : `with ${before.join(', ')} `}${texts.at(-1) ?? ''}`
  const values = parts.flatMap(({ rows, instead = {} }) => valuesOf(rows, changedValues, instead))
  await client.query(text, values)
}

/** The rows that an order writes in the tables of several modules. */
export interface OrderRows {
  readonly order: Row
  readonly lines: readonly Row[]
  readonly shipment: Row
  readonly shipmentItems: readonly Row[]
  readonly journal: Row
  readonly postings: readonly Row[]
  readonly terms: readonly Row[]
  readonly invoice: Row
}

export const readOrderRows = async (client: Client, order: Row): Promise<OrderRows> => {
  const id = order['id'] ?? ''
  const journal = await readRow(client, 'select * from ledger_journal where order_id = $1', [id])
  const ofJournal = 'select * from ledger_posting where journal_id = $1 order by position'
  return {
    order,
    lines: await readRows(client, 'select * from order_line where order_id = $1', [id]),
    shipment: await readRow(client, 'select * from shipment where order_id = $1', [id]),
    shipmentItems: await readRows(client, 'select * from shipment_item where order_id = $1', [id]),
    journal,
    postings: await readRows(client, ofJournal, [journal['id'] ?? '']),
    terms: await readRows(client, 'select * from subscription_term where order_id = $1', [id]),
    invoice: await readRow(client, 'select * from invoice where order_id = $1', [id]),
  }
}

/** Ids that have to be other ones for every order. */
export const idsOf = ({ order, lines, shipment, journal, invoice }: OrderRows) =>
  [order, ...lines, shipment, journal, invoice].map((row) => row['id'])

// Far from the numbers that the shop gives meanwhile.
let serial = 1_000_000

/** The statements of an order's own rows, but for its term. */
export const orderStatements = (
  rows: OrderRows,
  changedValues: ReadonlyMap<string, string>,
  key: string,
) => ({
  order: [
    { table: '"order"', rows: [rows.order], instead: { number: key } },
    { table: 'shipment', rows: [rows.shipment] },
    { table: 'shipment_item', rows: rows.shipmentItems },
    { table: 'order_line', rows: rows.lines },
  ],
  ledgerRows: [
    { table: 'ledger_journal', rows: [rows.journal] },
    { table: 'ledger_posting', rows: rows.postings },
  ],
  /** With the row that everybody's invoices are counted by. */
  invoice: async (client: Client): Promise<void> => {
    serial += 1
    const instead = { number: key, serial: String(serial) }
    const text = insertText('invoice', [rows.invoice])
    await client.query(
      `with counted as (update invoice_series set last = last where series = 'INV') ${text}`,
      valuesOf([rows.invoice], changedValues, instead),
    )
  },
})

/** New ids in place of these, time-ordered as the shop's own. */
export const freshIds = (ids: Ids, old: readonly (string | null | undefined)[]): Map<string, string> =>
  new Map(old.flatMap((id) => (typeof id === 'string' ? [[id, ids.uuid()]] : [])))

/** Connections that take turns. */
export interface Bare {
  readonly ids: Ids
  readonly address: DatabaseAddress
  /** Runs `statements` between begin and commit on a free connection. */
  readonly inTransaction: (statements: (client: Client) => Promise<void>) => Promise<void>
  /** The same without a transaction around them. */
  readonly alone: (statements: (client: Client) => Promise<void>) => Promise<void>
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
  const alone: Bare['alone'] = async (statements) => {
    const client = free.pop()
    if (client === undefined) throw new Error('more at once than connections')
    await statements(client)
    free.push(client)
  }
  return {
    ids: createIds(machineClock),
    address,
    first,
    alone,
    inTransaction: (statements) =>
      alone(async (client) => {
        await client.query('begin')
        await statements(client)
        await client.query('commit')
      }),
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
