import { lotNumber } from '#certificate/rules/certificate.ts'
import { ownValue } from '#shared/own-value.ts'

/** Units that arrived, as a row of a file says it. */
export interface ReceiptRow {
  readonly product: string
  readonly units: number
  readonly lot: string | null
  readonly bestBefore: Temporal.PlainDate | null
  readonly note: string
}

/** A row that cannot be read: the number of its line, from 1, and why. */
export interface WrongReceiptRow {
  readonly line: number
  readonly problem: string
}

/** What every file has to have, and what it may have. */
const columns = ['product', 'units', 'lot', 'best_before', 'note'] as const

/** A file of this many rows is read. */
export const mostReceiptRows = 1_000

const dayOf = (text: string): Temporal.PlainDate | null => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}

const problemOf = (row: Readonly<Record<string, string>>, text: (name: string) => string): string | null => {
  const unknown = Object.keys(row).find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined) return `There is no column ${unknown}; use ${columns.join(', ')}.`
  if (text('product') === '') return 'It has no product.'
  const units = text('units')
  if (!/^\d{1,7}$/.test(units) || Number(units) < 1 || Number(units) > 1_000_000)
    return 'Units are a whole number from 1 to 1,000,000.'
  const lot = lotNumber(text('lot'))
  if (text('lot') !== '' && !/^[A-Z0-9]{2,30}$/.test(lot)) return 'The lot is no number of a lot.'
  const day = text('best_before')
  if (day !== '' && dayOf(day) === null) return 'best_before is a day such as 2028-03-08.'
  return day !== '' && lot === '' ? 'A best-before date needs a lot.' : null
}

/** Reads the rows of a file of receipts, by the names of their columns; all of them, or what is wrong. */
export const readReceiptRows = (
  rows: readonly Readonly<Record<string, string>>[],
): { readonly rows: readonly ReceiptRow[]; readonly wrong: readonly WrongReceiptRow[] } => {
  const wrong: WrongReceiptRow[] = []
  const read = rows.flatMap((row, at) => {
    const text = (name: string): string => (ownValue(row, name) ?? '').trim()
    const problem = problemOf(row, text)
    if (problem !== null) {
      // The first line has the names.
      wrong.push({ line: at + 2, problem })
      return []
    }
    const lot = lotNumber(text('lot'))
    return [
      {
        product: text('product'),
        units: Number(text('units')),
        lot: lot === '' ? null : lot,
        bestBefore: dayOf(text('best_before')),
        note: text('note').slice(0, 200) || 'From a file',
      },
    ]
  })
  return { rows: read, wrong }
}
