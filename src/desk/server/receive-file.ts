import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Lot } from '#certificate/rules/certificate.ts'
import { moveStockByHand } from '#catalogue/server/stock-movements.ts'
import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AuditActor } from '#staff/server/audits.ts'
import { mostReceiptRows, readReceiptRows } from '../rules/receipt-rows.ts'
import type { ReceiptRow, WrongReceiptRow } from '../rules/receipt-rows.ts'

const Rows = z.array(z.record(z.string(), z.string()))

const wrongFile = (problems: readonly WrongReceiptRow[]): ShopError =>
  new ShopError('VALIDATION_ERROR', {
    fields: {
      file: problems
        .slice(0, 10)
        .map(({ line, problem }) => `Line ${line}: ${problem}`)
        .join(' '),
    },
  })

/** The rows of a CSV file with the columns product, units, lot, best_before and note; VALIDATION_ERROR on `file`, with the lines. */
export const readReceiptFile = (text: string): readonly ReceiptRow[] => {
  let rows: z.output<typeof Rows>
  try {
    rows = Rows.parse(parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true }))
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : String(thrown)
    throw wrongFile([{ line: 1, problem }])
  }
  if (rows.length === 0 || rows.length > mostReceiptRows)
    throw wrongFile([{ line: 1, problem: `A file has 1 to ${mostReceiptRows} rows.` }])
  const { rows: read, wrong } = readReceiptRows(rows)
  if (wrong.length > 0) throw wrongFile(wrong)
  return read
}

/** An id for each row of a file: one that is sent twice is received once. */
const idOf = (request: string, row: number): string => {
  const hex = createHash('sha256').update(`receipt ${request} ${row}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The day of a lot: as it was typed, otherwise as its certificate says; VALIDATION_ERROR where both differ. */
export const bestBeforeOf = (
  lots: readonly Lot[],
  lot: string | null,
  typed: Temporal.PlainDate | null,
): Temporal.PlainDate | null => {
  const certified = lots.find((one) => one.lot === lot)?.best_before
  if (certified === undefined) return typed
  const day = Temporal.PlainDate.from(certified)
  if (typed !== null && !typed.equals(day))
    throw new ShopError('VALIDATION_ERROR', {
      fields: { best_before: `The certificate of ${lot ?? ''} says ${certified}.` },
    })
  return day
}

interface ReceivedFile {
  /** Of the form, or of the file: the same again changes nothing. */
  readonly request: string
  readonly rows: readonly ReceiptRow[]
  readonly lots: readonly Lot[]
  readonly staffId: string | null
}

/**
 * Receives every row of a file in one transaction, or none of it. Returns how many were received now. VALIDATION_ERROR with the line.
 */
export const receiveFile = async (
  tx: Tx,
  actor: AuditActor,
  { request, rows, lots, staffId }: ReceivedFile,
): Promise<number> => {
  let received = 0
  // Products in one order, so that two files never wait for each other.
  const numbered = rows
    .map((row, at) => ({ ...row, at }))
    .toSorted((a, b) => (a.product < b.product ? -1 : 1))
  for (const { at, bestBefore, ...row } of numbered) {
    try {
      const moved = await moveStockByHand(tx, {
        ...row,
        id: idOf(request, at),
        kind: 'received',
        bestBefore: bestBeforeOf(lots, row.lot, bestBefore),
        deliveryId: null,
        staffId,
      })
      if (moved === null) continue
      received += 1
      recordAction(tx, actor, {
        action: 'stock.received',
        subject: `stock:${row.product}`,
        before: { available: moved.before },
        after: { available: moved.after, lot: row.lot },
        reason: row.note,
      })
    } catch (thrown) {
      if (!(thrown instanceof ShopError) || !thrown.fields) throw thrown
      throw wrongFile([{ line: at + 2, problem: Object.values(thrown.fields).join(' ') }])
    }
  }
  return received
}
