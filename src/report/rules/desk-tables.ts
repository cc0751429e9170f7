import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'

export interface Cell {
  readonly text: string
  /** The page with the rows of the number; null where there is none. */
  readonly href: string | null
}

export interface TableRow {
  readonly name: string
  readonly definition: string
  readonly isTotal: boolean
  readonly cells: readonly Cell[]
}

/** A table of the desk's report: each row says what it counts. */
export interface ReportTable {
  readonly title: string
  /** A sentence on the whole; '' for none. */
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

export const cell = (text: string, href: string | null = null): Cell => ({ text, href })

export const number = (count: number): string => count.toLocaleString('en-US')

/** With a sign where it went up or down. */
export const change = (cents: number, currency: Currency): string =>
  `${cents > 0 ? '+' : ''}${formatPrice(cents, currency)}`

/** A part of a whole in percent with one decimal; a dash of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
