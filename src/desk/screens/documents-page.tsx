import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskDocuments } from '../finance-endpoints.ts'
import type { DeskDocument } from '../finance-endpoints.ts'
import { factText } from '../rules/finance-filter.ts'
import { requestedDocuments, FinanceHead, OrderLink, queryOf, wordsIn, MonthLinks } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Views } from './parts/desk-head.tsx'
import { dayText, monthText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const requested = requestedDocuments(wordsIn(request))
  const list = await context.get(shopContext).call(listDeskDocuments, requested)
  return { title: 'Invoices', ...list, requested }
}

const columns: readonly Column<DeskDocument>[] = [
  {
    name: 'Number',
    cell: ({ number, order_number: order }) => (
      <a href={`/desk/orders/${encodeURIComponent(order)}`}>{number}</a>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => factText(kind), isWide: true },
  { name: 'Issued', cell: ({ issued_at: at }) => dayText(at), isQuiet: true, isWide: true },
  { name: 'Order', cell: ({ order_number: number }) => <OrderLink number={number} />, isWide: true },
  {
    name: 'Place',
    cell: ({ country, region }) => [country, region].filter(Boolean).join('-'),
    isQuiet: true,
    isWide: true,
    fills: true,
  },
  { name: 'Tax', cell: ({ tax, currency }) => priceText(tax, currency), isFigure: true, isQuiet: true },
  { name: 'Total', cell: ({ total, currency }) => priceText(total, currency), isFigure: true },
]

const kinds = [
  ['All', undefined],
  ['Invoices', 'invoice'],
  ['Credit notes', 'credit-note'],
  ['Reversals', 'reversal'],
] as const

const address = '/desk/finance/invoices'

type Requested = Pick<Awaited<ReturnType<typeof loader>>, 'month' | 'today' | 'requested'>

const Head = ({ month, today, requested: { kind } }: Requested) => (
  <>
    <FinanceHead
      at="Invoices"
      title={`Invoices of ${monthText(month)}`}
      actions={
        <>
          <MonthLinks
            month={month}
            today={today}
            address={(other) => `${address}${queryOf({ month: other, kind })}`}
          />
          <ActionLink href={`${address}.csv${queryOf({ month, kind })}`}>Export CSV</ActionLink>
        </>
      }
    />
    <Views
      label="Kinds of documents"
      views={kinds.map(([label, one]) => ({
        label,
        href: `${address}${queryOf({ month, kind: one })}`,
        isCurrent: kind === one,
      }))}
    />
  </>
)

/** Invoices and credit notes of a month, as they were issued. */
const DocumentsPage = () => {
  const { documents, month, today, older, requested } = useLoaderData<typeof loader>()
  const { kind } = requested
  return (
    <>
      <Head month={month} today={today} requested={requested} />
      {documents.length === 0 ? (
        <EmptyList title="Nothing was issued like this in the month." />
      ) : (
        <DataTable label="Invoices" rows={documents} keyOf={({ id }) => id} columns={columns} />
      )}
      <TableFoot
        newer={requested.after === undefined ? null : `${address}${queryOf({ month, kind })}`}
        older={older === null ? null : `${address}${queryOf({ month, kind, after: older })}`}
      >
        {documents.length} shown. A credit note takes back the amount that it shows.
      </TableFoot>
    </>
  )
}

export default DocumentsPage
