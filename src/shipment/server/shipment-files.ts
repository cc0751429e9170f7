import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { spreadsheetText } from '#shared/spreadsheet-text.ts'
import { exportedColumns, readShipmentRow, shipmentColumns, shortened } from '../rules/shipment-row.ts'
import type { ShipmentRow } from '../rules/shipment-row.ts'

export type FileFormat = 'csv' | 'json'

/** A row of a file; the first one after the header is row 1. */
export interface FileRow {
  readonly number: number
  readonly row: ShipmentRow
}

/** The rows of a file, or why it cannot be read as a whole, as a sentence. */
export type ShipmentFile =
  | { readonly kind: 'rows'; readonly rows: readonly FileRow[] }
  | { readonly kind: 'wrong'; readonly problem: string }

const maxBytes = 5_000_000

const known: readonly string[] = [...shipmentColumns, ...exportedColumns]
const required = ['order', 'carrier', 'tracking'] as const

const wrong = (problem: string): ShipmentFile => ({ kind: 'wrong', problem })

/** What is wrong with the columns, as a sentence; null for good ones. */
const problemOfColumns = (columns: readonly string[]): string | null => {
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown !== undefined)
    return `The column “${shortened(unknown)}” is not known; an import has ${shipmentColumns.join(', ')}.`
  const repeated = columns.find((column, position) => columns.indexOf(column) !== position)
  if (repeated !== undefined) return `The column ${repeated} is there twice.`
  const missing = required.find((column) => !columns.includes(column))
  return missing === undefined ? null : `The column ${missing} is missing.`
}

const CsvRecords = z.array(z.array(z.string()))

const rowOf = (columns: readonly string[], cells: readonly string[]): ShipmentRow =>
  cells.length === columns.length
    ? readShipmentRow(new Map(columns.map((column, position) => [column, cells[position] ?? ''])))
    : { kind: 'wrong', problem: `It has ${cells.length} cells, the header has ${columns.length}.` }

/** European programs separate by semicolons. */
const separatorOf = (text: string): string => {
  const [header = ''] = text.split(/\r?\n/, 1)
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

const parseCsv = (text: string): string[][] | string => {
  try {
    // A quote within a cell is that row's mistake, not the file's.
    const options = {
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    } as const
    return CsvRecords.parse(parse(text, options))
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return thrown.message
    throw thrown
  }
}

const readCsv = (text: string): ShipmentFile => {
  const records = parseCsv(text)
  if (typeof records === 'string') return wrong(`The file is not CSV: ${records}.`)
  const [header = [], ...rest] = records
  const columns = header.map((column) => column.trim().toLowerCase())
  const problem = problemOfColumns(columns)
  if (problem !== null) return wrong(problem)
  return { kind: 'rows', rows: rest.map((cells, at) => ({ number: at + 1, row: rowOf(columns, cells) })) }
}

const JsonRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

const jsonRow = (value: unknown): ShipmentRow => {
  const parsed = JsonRow.safeParse(value)
  if (!parsed.success) return { kind: 'wrong', problem: 'It is not a shipment with texts and numbers.' }
  // JSON's numbers have fifteen sure digits, and tracking numbers more.
  const inexact = Object.entries(parsed.data).find(
    ([, cell]) => typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER,
  )
  if (inexact !== undefined)
    return {
      kind: 'wrong',
      problem: `The field “${shortened(inexact[0])}” is a number of too many digits; put it in quotes.`,
    }
  const cells = Object.entries(parsed.data).map(([column, cell]) => [column, String(cell ?? '')] as const)
  const unknown = cells.find(([column]) => !known.includes(column))
  return unknown === undefined
    ? readShipmentRow(new Map(cells))
    : { kind: 'wrong', problem: `The field “${shortened(unknown[0])}” is not known.` }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads a list of shipments that carriers have, each row on its own. */
export const readShipmentRows = (values: readonly unknown[]): readonly FileRow[] =>
  values.map((value, at) => ({ number: at + 1, row: jsonRow(value) }))

const readJson = (text: string): ShipmentFile => {
  const rows = parseJson(text)
  return Array.isArray(rows)
    ? { kind: 'rows', rows: readShipmentRows(rows) }
    : wrong('The file is not JSON with a list of shipments.')
}

/** As `readShipmentFile`, of a text. */
export const readShipmentText = (text: string, format: FileFormat): ShipmentFile =>
  format === 'csv' ? readCsv(text) : readJson(text)

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Reads a file of shipments that carriers have; each row is read on its own. */
export const readShipmentFile = (bytes: Uint8Array, format: FileFormat): ShipmentFile => {
  if (bytes.length > maxBytes) return wrong('The file has more than 5 MB.')
  const text = decode(bytes)
  if (text === null || text.includes('\0')) return wrong('The file is not UTF-8 text; save it as UTF-8.')
  return readShipmentText(text, format)
}

/** A shipment that is to be packed, by column. */
export type ExportedShipment = Readonly<
  Record<(typeof shipmentColumns)[number] | (typeof exportedColumns)[number], string>
>

/** Writes what is to be packed; spreadsheets do not run a formula that a buyer has typed. */
export const writeShipmentFile = (rows: readonly ExportedShipment[], format: FileFormat): string =>
  format === 'json'
    ? JSON.stringify(rows, null, 2)
    : stringify([...rows], {
        header: true,
        columns: [...shipmentColumns, ...exportedColumns],
        cast: { string: spreadsheetText },
      })
