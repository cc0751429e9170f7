import { priceText } from '#shared/money.ts'
import type { BulkRow, BulkView, BulkSummary } from '../bulk-endpoints.ts'
import type { BulkAction } from '../rules/bulk-action.ts'
import type { Mark } from '../rules/order-marks.ts'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Section, Sums } from './parts/section.tsx'
import { sumsText } from './parts/sums-text.ts'

const number = (count: number): string => count.toLocaleString('en-US')

/** A number as people write it, with its noun: `1 order`, `1,204 orders`. */
export const ordersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`

interface ActionWords {
  /** `Hold 188 orders`. */
  readonly button: (count: number) => string
  /** What happens to each order that is not left out. */
  readonly future: string
  readonly past: string
}

export const actionWords: Readonly<Record<BulkAction, ActionWords>> = {
  hold: {
    button: (count) => `Hold ${ordersText(count)}`,
    future: 'are put on hold: nothing of them ships until they are released',
    past: 'are on hold',
  },
  release: {
    button: (count) => `Release ${ordersText(count)}`,
    future: 'are released: what waits of them ships',
    past: 'are released',
  },
  batch: {
    button: (count) => `Put ${ordersText(count)} into a batch`,
    future: 'go into a new batch, which you pack',
    past: 'are in the batch',
  },
}

export const bulkMarks: Readonly<Record<BulkSummary['state'], Mark>> = {
  prepared: { word: 'not started', level: 'empty', tone: 'quiet' },
  running: { word: 'running', level: 'half', tone: 'plain' },
  finished: { word: 'done', level: 'full', tone: 'ok' },
  stopped: { word: 'stopped', level: 'struck', tone: 'bad' },
}

/** The orders by what becomes of them, and what they come to. */
export const BulkCounts = ({ view }: { readonly view: BulkView }) => {
  const isShown = view.state === 'prepared'
  const waiting = view.chosen - view.done - view.left_out - view.failed
  return (
    <Section title={isShown ? 'What would be done' : 'What was done'}>
      <Sums
        label="Orders by outcome"
        rows={[
          {
            name: isShown ? actionWords[view.action].future : actionWords[view.action].past,
            amount: number(isShown ? view.acted : view.done),
          },
          ...(view.state === 'running' ? [{ name: 'wait for their turn', amount: number(waiting) }] : []),
          { name: 'left out', amount: number(view.left_out) },
          ...(isShown ? [] : [{ name: 'failed', amount: number(view.failed) }]),
          { name: 'chosen', amount: number(view.chosen), isTotal: true },
        ]}
      />
      {view.acted === 0 ? null : <p>Together {sumsText(view.sums)}.</p>}
    </Section>
  )
}

const order: Column<BulkRow> = {
  name: 'Order',
  cell: ({ order: text }) => <a href={`/desk/orders/${text}`}>{text}</a>,
}

const total: Column<BulkRow> = {
  name: 'Total',
  cell: (row) => priceText(row.total, row.currency),
  isFigure: true,
}

const why: Column<BulkRow> = { name: 'Why', cell: (row) => row.why, fills: true }

interface PartProps {
  readonly title: string
  readonly rows: readonly BulkRow[]
  /** How many there are, of which the rows are the first. */
  readonly count: number
  readonly isReasoned: boolean
}

const Part = ({ title, rows, count, isReasoned }: PartProps) =>
  rows.length === 0 ? null : (
    <Section title={title} aside={number(count)}>
      <DataTable
        label={`${title}, order by order`}
        isInside
        rows={rows}
        keyOf={(row) => row.order}
        columns={isReasoned ? [order, why, total] : [order, total]}
      />
      {count > rows.length ? <p>The first {number(rows.length)} are listed.</p> : null}
    </Section>
  )

/** Row by row: what failed, what is left out and why, what is done. */
export const BulkRows = ({ view }: { readonly view: BulkView }) => {
  const isShown = view.state === 'prepared'
  const rowsOf = (outcome: BulkRow['outcome']) => view.rows.filter((row) => row.outcome === outcome)
  const waiting = isShown ? view.acted : view.chosen - view.done - view.left_out - view.failed
  return (
    <>
      <Part title="Failed" rows={rowsOf('failed')} count={view.failed} isReasoned />
      <Part title="Left out" rows={rowsOf('left-out')} count={view.left_out} isReasoned />
      <Part
        title={isShown ? 'Will be done' : 'Waiting'}
        rows={rowsOf('waits')}
        count={waiting}
        isReasoned={false}
      />
      <Part title="Done" rows={rowsOf('done')} count={view.done} isReasoned={false} />
    </>
  )
}
