import { redirect, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createDeskCampaign, listDeskCampaigns } from '../campaign-endpoints.ts'
import type { DeskCampaignRow } from '../campaign-endpoints.ts'
import { campaignMarks } from '../rules/campaign-words.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { Moment } from './parts/times.tsx'

const address = '/desk/newsletters'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { campaigns, older } = await call(listDeskCampaigns, { after })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'newsletters:change')
  return { title: 'Newsletters', campaigns, older, isFirst: after === undefined, mayChange }
}

/** Makes a draft and opens it. */
export const action = async ({ context }: ActionFunctionArgs) => {
  const { id } = await context.get(shopContext).call(createDeskCampaign, {})
  throw redirect(`${address}/${id}`, 303)
}

const columns: readonly Column<DeskCampaignRow>[] = [
  {
    name: 'Subject',
    cell: ({ id, subject }) => <a href={`${address}/${id}`}>{subject === '' ? 'No subject yet' : subject}</a>,
    fills: true,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={campaignMarks[state]} /> },
  {
    name: 'Sent from',
    cell: ({ send_at: at }) => (at === null ? '' : <Moment at={at} />),
    isQuiet: true,
    isWide: true,
  },
  { name: 'Made by', cell: ({ created_by: by }) => by, isQuiet: true, isWide: true, isShort: true },
  { name: 'Made', cell: ({ created_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
]

/** Newsletter campaigns, the newest first. */
const NewslettersPage = () => {
  const { campaigns, older, isFirst, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Newsletters"
        sub="Only subscribers with proof of consent get one. Nothing counts who opens a mail."
        actions={
          mayChange ? (
            <form method="post">
              <ActionButton kind="primary">New campaign</ActionButton>
            </form>
          ) : undefined
        }
      />
      {campaigns.length === 0 ? (
        <EmptyList title="No campaign was made yet." />
      ) : (
        <DataTable label="Newsletter campaigns" rows={campaigns} keyOf={({ id }) => id} columns={columns} />
      )}
      <TableFoot newer={isFirst ? null : address} older={older === null ? null : `${address}?after=${older}`}>
        {`${campaigns.length} shown.`} <a href="/desk/suppressions">Suppressed addresses</a>
      </TableFoot>
    </>
  )
}

export default NewslettersPage
