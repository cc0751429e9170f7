import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listCampaignOrders } from '../campaign-endpoints.ts'
import type { DeskCampaignOrder } from '../campaign-endpoints.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const id = params['id'] ?? ''
  const list = await call(listCampaignOrders, { id, after })
  const seesOrders = actor.kind === 'staff' && allows(actor.role, 'orders:read')
  return { title: 'Orders after a click', ...list, id, isFirst: after === undefined, seesOrders }
}

const columnsOf = (seesOrders: boolean): readonly Column<DeskCampaignOrder>[] => [
  {
    name: 'Order',
    cell: ({ number }) => (seesOrders ? <a href={`/desk/orders/${number}`}>{number}</a> : number),
  },
  { name: 'Placed', cell: ({ placed_at: at }) => <Moment at={at} />, isQuiet: true, fills: true },
  { name: 'Amount', cell: ({ amount, currency }) => priceText(amount, currency), isFigure: true },
]

/** Purchases within seven days of a click in a campaign. */
const CampaignOrdersPage = () => {
  const { subject, orders, older, id, isFirst, seesOrders } = useLoaderData<typeof loader>()
  const address = `/desk/newsletters/${id}/orders`
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/newsletters">Newsletters</a> /{' '}
            <a href={`/desk/newsletters/${id}/results`}>{subject === '' ? 'Campaign' : subject}</a>
          </>
        }
        title="Orders after a click"
        sub="Purchases within seven days of a click, each once."
        actions={<ActionLink href={`${address}.csv`}>Export CSV</ActionLink>}
      />
      {orders.length === 0 ? (
        <EmptyList title="There is none." />
      ) : (
        <DataTable
          label="Orders after a click"
          rows={orders}
          keyOf={({ id: order }) => order}
          columns={columnsOf(seesOrders)}
        />
      )}
      <TableFoot newer={isFirst ? null : address} older={older === null ? null : `${address}?after=${older}`}>
        {`${orders.length} shown.`}
      </TableFoot>
    </>
  )
}

export default CampaignOrdersPage
