import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Comparison } from './figures.ts'
import { middle } from './figures.ts'
import { machineNow } from './machine.ts'

/** One line of the table. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The same for the baseline, in the same unit; missing if there is none. */
  readonly floor?: number
  readonly ratio?: number
  /** The smallest and the largest ratio of neighbouring slices: how much the machine swayed. */
  readonly spread?: readonly [number, number]
  readonly p50?: number
  readonly p99?: number
  readonly target?: string
  /** Left out where there is no target. */
  readonly met?: boolean
}

/** A rate and its baseline; `least` is the required ratio. */
export const rateFigure = (name: string, compared: Comparison, minimum?: number): Figure => {
  const shop = middle(compared.shop)
  const { perSecond: floor } = middle(compared.floor)
  const { ratio, spread } = compared
  const target = minimum === undefined ? {} : { target: `≥ ${minimum} × floor`, met: ratio >= minimum }
  return { name, value: shop.perSecond, unit: '/s', floor, ratio, spread, p50: shop.p50, p99: shop.p99, ...target }
} // prettier-ignore

/** CPU of one visit in µs and its baseline; here a ratio of 1 means: as expensive as the baseline. */
export const costFigure = (name: string, value: number, floor: number): Figure => ({
  name,
  value,
  unit: 'µs',
  floor,
  ratio: floor / value,
})

/** A figure that is better the smaller it is. */
export const limitFigure = (name: string, value: number, unit: string, limit: number): Figure => ({
  name,
  value,
  unit,
  target: `≤ ${limit} ${unit}`,
  met: value <= limit,
})

const short = (value: number | undefined): string => {
  if (value === undefined) return ''
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.0+$/, '')
}

const ratioText = ({ ratio, spread }: Figure): string =>
  [ratio?.toFixed(2) ?? '', spread && `(${spread.map((one) => one.toFixed(2)).join('–')})`].join(' ').trim()

const metText = ({ met }: Figure): string => {
  if (met === undefined) return ''
  return met ? 'met' : 'MISSED'
}

const heads = ['figure', 'value', 'unit', 'p50 ms', 'p99 ms', 'floor', 'ratio (spread)', 'target', '']

const cellsOf = (figure: Figure): string[] => [
  figure.name,
  short(figure.value),
  figure.unit,
  short(figure.p50),
  short(figure.p99),
  short(figure.floor),
  ratioText(figure),
  figure.target ?? '',
  metText(figure),
]

/** The table as people read it. */
export const tableOf = (figures: readonly Figure[]): string => {
  const rows = [heads, ...figures.map(cellsOf)]
  const widths = heads.map((_head, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ') // prettier-ignore
  return rows.map(line).join('\n')
}

interface Run {
  readonly lengths: string
  readonly startedAt: string
  readonly before: ReturnType<typeof machineNow>
}

/** What the table leaves out: every slice, and the statements of an order. */
export type Details = Record<string, unknown>

/** What a part of the bench has measured. */
export interface Measured {
  readonly figures: readonly Figure[]
  readonly details: Readonly<Details>
}

const writeResults = async (file: string, content: object): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** Gathers what the parts measure as JSON in `bench/results` (or the folder of `BENCH_RESULTS`), after each of them. */
export const createReport = (run: Run) => {
  const folder = process.env['BENCH_RESULTS'] ?? join(import.meta.dirname, 'results')
  const file = join(folder, `${run.startedAt.replaceAll(/[:.]/g, '-')}.json`)
  const figures: Figure[] = []
  const details: Details = {}
  const failed: string[] = []
  return {
    file,
    figures,
    failed,
    add: async (measured: Measured): Promise<void> => {
      figures.push(...measured.figures)
      Object.assign(details, measured.details)
      await writeResults(file, { ...run, after: machineNow(), figures, details })
    },
    fail: (title: string): void => void failed.push(title),
  }
}
