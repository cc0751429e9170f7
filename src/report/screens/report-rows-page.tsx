import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { queryOf, wordsIn } from '#desk/screens/finance-frame.tsx'
import { ActionLink } from '#desk/screens/parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from '#desk/screens/parts/data-table.tsx'
import type { Column } from '#desk/screens/parts/data-table.tsx'
import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskReportRows } from '../desk-endpoints.ts'
import { monthName, monthsName } from '../rules/month.ts'
import { requestedRows } from './report-query.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const requested = requestedRows(wordsIn(request))
  return { ...(await context.get(shopContext).call(listDeskReportRows, requested)), requested }
}

type Row = ReplyOf<typeof listDeskReportRows>['rows'][number]

const columns: readonly Column<Row>[] = [
  { name: 'Of', cell: ({ name, href }) => <a href={href}>{name}</a> },
  { name: 'When', cell: ({ at }) => <Moment at={at} /> },
  { name: 'What', cell: ({ what }) => what, isQuiet: true, fills: true },
  { name: 'Count', cell: ({ count }) => String(count), isFigure: true, isQuiet: true, isWide: true },
  { name: 'Amount', cell: ({ amount, currency }) => priceText(amount, currency), isFigure: true },
]

/** The rows that a number of the report is the sum of. */
const ReportRowsPage = () => {
  const { title, rows, older, requested } = useLoaderData<typeof loader>()
  const { after, ...words } = requested
  const when =
    requested.from === undefined
      ? `until ${monthName(requested.to)}`
      : monthsName(requested.from, requested.to)
  const address = (place: string | undefined) => `/desk/report/rows${queryOf({ ...words, after: place })}`
  return (
    <>
      <DeskHead
        title={title}
        crumb={<a href="/desk/report">Report</a>}
        sub={[when, requested.cohort && `started in ${monthName(requested.cohort)}`, requested.currency]
          .filter(Boolean)
          .join(', ')}
        actions={<ActionLink href={`/desk/report/rows.csv${queryOf(words)}`}>Export CSV</ActionLink>}
      />
      {rows.length === 0 ? (
        <EmptyList title="There are no such rows." />
      ) : (
        <DataTable label={title} rows={rows} keyOf={({ id, at }) => `${id} ${at}`} columns={columns} />
      )}
      <TableFoot
        newer={after === undefined ? null : address(undefined)}
        older={older === null ? null : address(older)}
      >
        {rows.length} shown.
      </TableFoot>
    </>
  )
}

export default ReportRowsPage
