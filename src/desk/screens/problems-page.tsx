import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { problemStates } from '#return/rules/problem-offer.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskProblems } from '../problem-endpoints.ts'
import type { ListedProblem } from '../problem-endpoints.ts'
import { problemAddress, problemKindText, problemViews, problemWishText } from '../rules/problem-words.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { dayText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const state = problemStates.find((one) => one === query.get('state')) ?? 'open'
  const after = query.get('after') ?? undefined
  const list = await context.get(shopContext).call(listDeskProblems, { state, after })
  return { title: 'Problem reports', state, isFirst: after === undefined, ...list }
}

const linesText = ({ lines }: ListedProblem): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

const columns: readonly Column<ListedProblem>[] = [
  { name: 'Number', cell: ({ number }) => <a href={problemAddress(number)}>{number}</a> },
  { name: 'From', cell: ({ person }) => person || '—', isShort: true, isWide: true },
  { name: 'What', cell: ({ kind }) => problemKindText(kind) },
  { name: 'Units', cell: linesText, fills: true, isWide: true },
  { name: 'Wish', cell: ({ wish }) => problemWishText(wish), isQuiet: true, isWide: true },
  { name: 'Photos', cell: ({ photos }) => (photos === 0 ? '—' : photos), isFigure: true, isWide: true },
  { name: 'Reported', cell: ({ reported_at: at }) => dayText(at), isQuiet: true },
]

const address = '/desk/problems'

const addressOf = (state: string, after?: string): string => {
  const words = new URLSearchParams({
    ...(state === 'open' ? {} : { state }),
    ...(after === undefined ? {} : { after }),
  })
  return words.size === 0 ? address : `${address}?${words}`
}

/** What buyers say is wrong with their orders, by state. */
const ProblemsPage = () => {
  const { problems, older, state, isFirst } = useLoaderData<typeof loader>()
  const view = problemViews.find((one) => one.state === state)
  return (
    <>
      <DeskHead
        title="Problem reports"
        sub="What buyers say is missing, damaged or not what they ordered. Those that wait are listed the oldest first."
      />
      <Views
        label="Reports by state"
        views={problemViews.map((one) => ({
          label: one.label,
          href: addressOf(one.state),
          isCurrent: one.state === state,
        }))}
      />
      {problems.length === 0 ? (
        <EmptyList title={view?.empty ?? ''} />
      ) : (
        <DataTable
          label={`Reports of problems: ${view?.label ?? ''}`}
          rows={problems}
          keyOf={({ number }) => number}
          columns={columns}
        />
      )}
      <TableFoot
        newer={isFirst ? null : addressOf(state)}
        older={older === null ? null : addressOf(state, older)}
      >
        {problems.length} on this page
      </TableFoot>
    </>
  )
}

export default ProblemsPage
