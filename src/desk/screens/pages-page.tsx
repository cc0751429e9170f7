import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskPages } from '../page-endpoints.ts'
import type { DeskPageRow } from '../page-endpoints.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { pages } = await context.get(shopContext).call(listDeskPages, {})
  return { title: 'Pages', pages }
}

const states = { published: 'published', hidden: 'hidden', new: 'not published yet' } as const

const scheduledText = ({ scheduled }: DeskPageRow): string => {
  if (scheduled === null) return ''
  return scheduled.has_failed ? 'could not be published' : timeText(scheduled.publish_at)
}

const columns: readonly Column<DeskPageRow>[] = [
  { name: 'Address', cell: ({ page, path }) => <a href={`/desk/pages/${page}`}>{path}</a> },
  { name: 'Title', cell: ({ title }) => title, fills: true },
  { name: 'State', cell: ({ state }) => states[state], isWide: true },
  {
    name: 'Version',
    cell: ({ version, state }) => (version === 0 ? (state === 'new' ? '' : 'file') : version),
    isFigure: true,
    isWide: true,
  },
  {
    name: 'Draft',
    cell: ({ draft }) => (draft ? `${draft.by}, ${timeText(draft.at)}` : ''),
    isQuiet: true,
    isWide: true,
  },
  { name: 'Scheduled', cell: scheduledText, isWide: true },
]

/** Every page of the content, with its draft and what is scheduled. */
const PagesPage = () => {
  const { pages } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Pages"
        sub="A draft is seen by nobody else until it is published. Publishing needs no restart."
        actions={
          <ActionLink href="/desk/pages/new" kind="primary">
            New page
          </ActionLink>
        }
      />
      <DataTable label="Pages" rows={pages} keyOf={({ page }) => page} columns={columns} />
      <TableFoot newer={null} older={null}>
        {`${pages.length} listed`}
      </TableFoot>
    </>
  )
}

export default PagesPage
