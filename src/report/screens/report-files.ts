import type { LoaderFunctionArgs } from 'react-router'
import { wordsIn } from '#desk/screens/finance-frame.tsx'
import { csvResponse } from '#desk/screens/parts/csv-response.ts'
import type { CsvColumns } from '#desk/screens/parts/csv-response.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskReportRows, viewDeskReport } from '../desk-endpoints.ts'
import { requestedReport, requestedRows } from './report-query.ts'

interface Figure {
  readonly table: string
  readonly row: string
  readonly column: string
  readonly value: string
}

const figureColumns: CsvColumns<Figure> = [
  ['table', ({ table }) => table],
  ['row', ({ row }) => row],
  ['column', ({ column }) => column],
  ['value', ({ value }) => value],
]

/** A part of the report, a line for each number. */
export const reportFile = async ({ context, request, params }: LoaderFunctionArgs) => {
  const requested = requestedReport(params['part'], wordsIn(request))
  const { tables, from, to } = await context.get(shopContext).call(viewDeskReport, requested)
  const rows = tables.flatMap(({ title, columns, rows: own }) =>
    own.flatMap(({ name, cells }) =>
      cells.map(({ text }, at) => ({ table: title, row: name, column: columns[at] ?? '', value: text })),
    ),
  )
  return csvResponse(`report-${requested.part}-${from}-${to}.csv`, figureColumns, async () => ({
    rows,
    older: null,
  }))
}

const rowColumns: CsvColumns<ReplyOf<typeof listDeskReportRows>['rows'][number]> = [
  ['at', ({ at }) => at],
  ['of', ({ name }) => name],
  ['what', ({ what }) => what],
  ['count', ({ count }) => String(count)],
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
]

/** Rows of one page of a file. */
const limit = 1000

/** The rows of a number. */
export const rowsFile = ({ context, request }: LoaderFunctionArgs) => {
  const { after: _after, ...requested } = requestedRows(wordsIn(request))
  return csvResponse(`report-${requested.number}-${requested.to}.csv`, rowColumns, async (after) =>
    context.get(shopContext).call(listDeskReportRows, { ...requested, after, limit }),
  )
}
