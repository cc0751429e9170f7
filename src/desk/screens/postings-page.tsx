import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { formatPrice, parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskPostings } from '../finance-endpoints.ts'
import { factText } from '../rules/finance-filter.ts'
import { FinanceHead, OrderLink, queryOf, wordsIn, requestedPostings } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { dayText } from './parts/times.tsx'
import { figureText } from './trial-balance.tsx'

export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const requested = requestedPostings(params['account'], wordsIn(request))
  const list = await context.get(shopContext).call(listDeskPostings, requested)
  return { title: factText(requested.account), ...list, requested }
}

type Posting = ReplyOf<typeof listDeskPostings>['postings'][number]

const detailOf = (account: string) => (row: Posting) =>
  account === 'member-credit' ? (
    <a href={`/desk/members/${row.detail}`}>Member {row.detail.slice(-12)}</a>
  ) : (
    row.detail || '—'
  )

const columnsOf = (account: string): readonly Column<Posting>[] => [
  { name: 'Day', cell: ({ posted_on: on }) => dayText(on) },
  { name: 'What', cell: ({ fact }) => factText(fact) },
  { name: 'Order', cell: ({ order_number: number }) => <OrderLink number={number} /> },
  { name: 'Detail', cell: detailOf(account), isQuiet: true, isWide: true, fills: true },
  { name: 'Debit', cell: ({ debit }) => (debit === null ? '' : figureText(debit)), isFigure: true },
  { name: 'Credit', cell: ({ credit }) => (credit === null ? '' : figureText(credit)), isFigure: true },
]

const balanceText = (balance: string, currency: Currency): string => {
  const cents = parsePrice(balance.replace('-', ''), currency)
  if (cents === 0) return 'nothing'
  return `${formatPrice(cents, currency)} on the ${balance.startsWith('-') ? 'credit' : 'debit'} side`
}

/** The postings behind one number of the trial balance. */
const PostingsPage = () => {
  const { postings, balance, older, requested, title } = useLoaderData<typeof loader>()
  const { account, currency, until } = requested
  const address = `/desk/finance/ledger/${account}`
  return (
    <>
      <FinanceHead
        at="Ledger"
        title={`${title}, ${currency}`}
        crumb={<a href={`/desk/finance/ledger${queryOf({ until })}`}>Ledger</a>}
        sub={
          balance === null
            ? undefined
            : `${until === undefined ? 'All postings' : `All postings until ${dayText(until)}`} come to ${balanceText(balance, currency)}.`
        }
        actions={
          <ActionLink href={`${address}/postings.csv${queryOf({ currency, until })}`}>Export CSV</ActionLink>
        }
      />
      {postings.length === 0 ? (
        <EmptyList title="Nothing is posted here." />
      ) : (
        <DataTable label="Postings" rows={postings} keyOf={({ id }) => id} columns={columnsOf(account)} />
      )}
      <TableFoot
        newer={requested.after === undefined ? null : `${address}${queryOf({ currency, until })}`}
        older={older === null ? null : `${address}${queryOf({ currency, until, after: older })}`}
      >
        {postings.length} shown.
      </TableFoot>
    </>
  )
}

export default PostingsPage
