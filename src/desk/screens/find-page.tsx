import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { searchDesk } from '../search-endpoints.ts'
import type { Found } from '../search-endpoints.ts'
import { foundMark, piecesOf } from '../rules/found-marks.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import type { Column } from './parts/data-table.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 254)
  const { found } = await context.get(shopContext).call(searchDesk, { q })
  return { title: 'Search', q, found }
}

const kinds: Readonly<Record<Found['kind'], string>> = {
  member: 'Member',
  'similar-member': 'Member, spelled differently',
  order: 'Order',
  charge: 'Charge',
  invoice: 'Invoice',
  shipment: 'Shipment',
  coupon: 'Coupon',
}

/** A text with what was searched for in it underlined. */
const Sought = ({ text, q }: { readonly text: string; readonly q: string }) =>
  piecesOf(text, q).map((piece) =>
    piece.isFound ? (
      <mark key={piece.text}>{piece.text}</mark>
    ) : (
      <Fragment key={piece.text}>{piece.text}</Fragment>
    ),
  )

const State = ({ kind, state }: Pick<Found, 'kind' | 'state'>) => {
  const mark = foundMark(kind, state)
  return mark === null ? null : <StateMark mark={mark} />
}

const columnsFor = (q: string): readonly Column<Found>[] => [
  {
    name: 'Found',
    cell: ({ title, href }) =>
      href === null ? (
        <Sought text={title} q={q} />
      ) : (
        <a href={href}>
          <Sought text={title} q={q} />
        </a>
      ),
  },
  { name: 'Kind', cell: ({ kind }) => kinds[kind], isQuiet: true, wraps: true },
  { name: 'Detail', cell: ({ detail }) => <Sought text={detail} q={q} />, isQuiet: true, fills: true },
  { name: 'State', cell: State },
]

const FindPage = () => {
  const { q, found } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Search"
        sub="By a name or an email, also when it is spelled a little differently, by the beginning of an order, invoice or tracking number or of a coupon code, or by the last four digits of a card."
      />
      <Body>
        <form action="/desk/find" role="search" aria-label="Search again">
          <EntryRow>
            <Entry label="Search for" name="q" type="search" defaultValue={q} maxLength={254} />
            <ActionButton kind="primary">Search</ActionButton>
          </EntryRow>
        </form>
      </Body>
      {found.length === 0 ? (
        <EmptyList title={q === '' ? 'Nothing is searched for yet.' : `Nothing is found for “${q}”.`} />
      ) : (
        <div data-desk-found="">
          <DataTable
            label={`What is found for ${q}`}
            rows={found}
            keyOf={({ kind, title, detail, href }) => `${kind} ${title} ${detail} ${href ?? ''}`}
            columns={columnsFor(q)}
          />
        </div>
      )}
    </>
  )
}

export default FindPage
