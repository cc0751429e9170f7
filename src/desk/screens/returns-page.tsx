import { redirect, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskReturns } from '../return-endpoints.ts'
import type { ListedReturn } from '../return-endpoints.ts'
import { returnMarks, returnReasonText } from './return-marks.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { DeskNote } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'

/** A number that finds one package opens it: a scanner types it and presses Enter. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const q = (query.get('q') ?? '').trim()
  const after = q === '' ? (query.get('after') ?? undefined) : undefined
  const found = await context.get(shopContext).call(listDeskReturns, { q: q || undefined, after })
  const [only] = found.returns
  if (q !== '' && only && found.returns.length === 1)
    throw redirect(`/desk/fulfillment/returns/${encodeURIComponent(only.number)}`, 303)
  return { title: 'Returns', q, isFirst: after === undefined, ...found }
}

const linesText = ({ lines }: ListedReturn): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

const columns: readonly Column<ListedReturn>[] = [
  {
    name: 'Number',
    cell: ({ number }) => <a href={`/desk/fulfillment/returns/${encodeURIComponent(number)}`}>{number}</a>,
  },
  { name: 'From', cell: ({ person }) => person || '—', isShort: true, isWide: true },
  { name: 'Contents', cell: linesText, fills: true, isWide: true },
  { name: 'Reason', cell: ({ reason }) => returnReasonText(reason), isQuiet: true, isWide: true },
  {
    name: 'Package',
    cell: ({ label, tracking }) => [label, tracking].filter(Boolean).join(', ') || '—',
    isQuiet: true,
    isWide: true,
    wraps: true,
  },
  {
    name: 'Sent by',
    cell: ({ due_on: on }) => (on === null ? '—' : dayText(on)),
    isQuiet: true,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={returnMarks[state]} /> },
]

/** A scanner types the number and presses Enter; so does a person. */
const FindForm = ({ q }: { readonly q: string }) => (
  <form method="get">
    <EntryRow>
      <Entry
        label="Scan or type the number of a return, an order or a label"
        name="q"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={60}
        defaultValue={q}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a scanner types where the focus is
        autoFocus
      />
      <ActionButton kind="primary">Open it</ActionButton>
    </EntryRow>
  </form>
)

type Listed = Awaited<ReturnType<typeof loader>>

const Rows = ({ q, returns }: Pick<Listed, 'q' | 'returns'>) => {
  if (returns.length > 0)
    return (
      <DataTable
        label={q === '' ? 'Returns on their way' : 'Returns that were found'}
        rows={returns}
        keyOf={({ kind, number }) => `${kind} ${number}`}
        columns={columns}
      />
    )
  return q === '' ? <EmptyList title="No return is on its way." /> : null
}

const countText = ({ q, returns, older, isFirst }: Listed): string => {
  if (q !== '') return `${returns.length} found`
  return older !== null || !isFirst ? `${returns.length} on this page` : `${returns.length} on their way`
}

/** Packages that are expected back, and the field that finds the one in one’s hands. */
const ReturnsPage = () => {
  const listed = useLoaderData<typeof loader>()
  const { q, returns, older, isFirst } = listed
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/fulfillment">Fulfillment</a>}
        title="Returns"
        sub="What members send back, the oldest first. The refund follows when it was inspected."
      />
      <Body>
        <FindForm q={q} />
        {q !== '' && returns.length === 0 ? (
          <DeskNote kind="danger" isAnswer>
            <p>
              No return has the number {q}. It may be of a package that nobody announced: look for the order
              by the <a href={`/desk/find?q=${encodeURIComponent(q)}`}>search</a>, and refund it there.
            </p>
          </DeskNote>
        ) : null}
      </Body>
      <Rows q={q} returns={returns} />
      <TableFoot
        newer={q === '' && isFirst ? null : '/desk/fulfillment/returns'}
        older={older === null ? null : `/desk/fulfillment/returns?after=${encodeURIComponent(older)}`}
      >
        {countText(listed)}
      </TableFoot>
    </>
  )
}

export default ReturnsPage
