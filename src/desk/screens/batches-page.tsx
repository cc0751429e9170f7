import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskBatches } from '../batch-endpoints.ts'
import type { Batch } from '../batch-endpoints.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { Moment } from './parts/times.tsx'

type BatchState = 'open' | 'closed'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const state: BatchState = query.get('state') === 'closed' ? 'closed' : 'open'
  const requested = query.get('before') ?? ''
  const before = /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : undefined
  const listed = await context.get(shopContext).call(listDeskBatches, { state, before })
  return { title: 'Batches', state, isFirst: before === undefined, ...listed }
}

const columns: readonly Column<Batch>[] = [
  {
    name: 'Batch',
    cell: ({ number }) => <a href={`/desk/fulfillment/batches/${number}`}>{`Batch ${number}`}</a>,
  },
  { name: 'Packed by', cell: ({ held_by: by, is_own: isOwn }) => (isOwn ? `${by} (you)` : by), fills: true },
  { name: 'Shipments', cell: ({ shipments }) => shipments, isFigure: true, isWide: true },
  { name: 'To pack', cell: ({ to_pack: count }) => count, isFigure: true },
  { name: 'Made', cell: ({ made_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
]

const viewsOf = (state: BatchState) => [
  { label: 'Open', href: '/desk/fulfillment/batches', isCurrent: state === 'open' },
  { label: 'Closed', href: '/desk/fulfillment/batches?state=closed', isCurrent: state === 'closed' },
]

/** Batches, and who packs them. */
const BatchesPage = () => {
  const { state, batches, older, isFirst } = useLoaderData<typeof loader>()
  const href = `/desk/fulfillment/batches?state=${state}`
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/fulfillment">Fulfillment</a>}
        title="Batches"
        sub="Shipments that one person packs together."
      />
      <Views label="Batches by state" views={viewsOf(state)} />
      {batches.length === 0 ? (
        <EmptyList title={state === 'open' ? 'No batch is open.' : 'No batch was closed yet.'}>
          <p>
            Make one of what is due, on the page of <a href="/desk/fulfillment">fulfillment</a>.
          </p>
        </EmptyList>
      ) : (
        <DataTable label="Batches" rows={batches} keyOf={({ number }) => String(number)} columns={columns} />
      )}
      <TableFoot newer={isFirst ? null : href} older={older === null ? null : `${href}&before=${older}`}>
        {batches.length} listed
      </TableFoot>
    </>
  )
}

export default BatchesPage
