import { spreadsheetText } from '#shared/spreadsheet-text.ts'

/** One cell: quoted where it has to be, and never a formula. */
const cell = (text: string): string => {
  const guarded = spreadsheetText(text)
  return /[",\n\r]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** One line of a CSV file, as spreadsheets read it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Says to spreadsheets that the file is UTF-8. */
export const byteOrderMark = String.fromCodePoint(0xfeff)
