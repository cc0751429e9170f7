import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { searchDesk } from '../search-endpoints.ts'
import type { Found } from '../search-endpoints.ts'
import { foundGroups, placesNamed, foundMark, piecesOf } from '../rules/found-groups.ts'
import type { NamedPlace } from '../rules/found-groups.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import type { Column } from './parts/data-table.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 254)
  const { call, actor } = context.get(shopContext)
  const { found, recent } = await call(searchDesk, { q })
  const places = actor.kind === 'staff' ? placesNamed(actor.role, q) : []
  return { title: 'Search', q, found, recent, places }
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
  { name: 'Detail', cell: ({ detail }) => <Sought text={detail} q={q} />, isQuiet: true, fills: true },
  { name: 'State', cell: State },
]

const placeColumns: readonly Column<NamedPlace>[] = [
  { name: 'Place', cell: ({ title, href }) => <a href={href}>{title}</a>, fills: true },
  { name: 'Keys', cell: ({ keys }) => keys, isQuiet: true },
]

const keyOf = ({ kind, title, detail, href }: Found): string => `${kind} ${title} ${detail} ${href ?? ''}`

type Loaded = Awaited<ReturnType<typeof loader>>

/** What is found, by its kinds, and the places that are named like it; without a text what was opened lately. */
const Results = ({ q, found, recent, places }: Omit<Loaded, 'title'>) => {
  if (found.length + recent.length + places.length === 0)
    return <EmptyList title={q === '' ? 'Nothing is searched for yet.' : `Nothing is found for “${q}”.`} />
  return (
    <div data-desk-found="">
      <Body>
        {recent.length === 0 ? null : (
          <Section title="Opened lately">
            <DataTable
              label="What was opened lately"
              isInside
              rows={recent}
              keyOf={keyOf}
              columns={columnsFor(q)}
            />
          </Section>
        )}
        {foundGroups(found).map(({ title, rows }) => (
          <Section key={title} title={title}>
            <DataTable label={`${title}: ${q}`} isInside rows={rows} keyOf={keyOf} columns={columnsFor(q)} />
          </Section>
        ))}
        {places.length === 0 ? null : (
          <Section title="Places">
            <DataTable
              label="Places that are named like it"
              isInside
              rows={places}
              keyOf={({ href }) => href}
              columns={placeColumns}
            />
          </Section>
        )}
      </Body>
    </div>
  )
}

const FindPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const { q } = loaded
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
      <Results {...loaded} />
    </>
  )
}

export default FindPage
