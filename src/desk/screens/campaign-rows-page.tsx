import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { copyLists } from '#newsletter/rules/delivery-report.ts'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listCampaignCopies } from '../campaign-endpoints.ts'
import type { DeskCopyRow } from '../campaign-endpoints.ts'
import { copyListWords, copyReasonWords } from '../rules/campaign-words.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const of = copyLists.find((one) => one === params['of'])
  if (of === undefined) throw new ShopError('NOT_FOUND')
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const id = params['id'] ?? ''
  const list = await context.get(shopContext).call(listCampaignCopies, { id, of, after })
  return { title: copyListWords[of][0], ...list, id, of, isFirst: after === undefined }
}

const columns: readonly Column<DeskCopyRow>[] = [
  { name: 'Address', cell: ({ email }) => email },
  { name: 'Copy', cell: ({ state }) => state.replace('-', ' ') },
  { name: 'Why', cell: ({ reason }) => copyReasonWords(reason), isQuiet: true, wraps: true, fills: true },
  { name: 'Since', cell: ({ at }) => <Moment at={at} />, isQuiet: true, isWide: true },
]

/** The copies behind a number of a campaign. */
const CampaignRowsPage = () => {
  const { subject, copies, older, id, of, isFirst } = useLoaderData<typeof loader>()
  const [name, what] = copyListWords[of]
  const address = `/desk/newsletters/${id}/results/${of}`
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/newsletters">Newsletters</a> /{' '}
            <a href={`/desk/newsletters/${id}/results`}>{subject === '' ? 'Campaign' : subject}</a>
          </>
        }
        title={name}
        sub={what}
        actions={<ActionLink href={`${address}/copies.csv`}>Export CSV</ActionLink>}
      />
      {copies.length === 0 ? (
        <EmptyList title="There is none." />
      ) : (
        <DataTable label={name} rows={copies} keyOf={({ id: row }) => row} columns={columns} />
      )}
      <TableFoot newer={isFirst ? null : address} older={older === null ? null : `${address}?after=${older}`}>
        {`${copies.length} shown.`}
      </TableFoot>
    </>
  )
}

export default CampaignRowsPage
