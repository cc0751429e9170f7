import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { countDeskOrders } from '../endpoints.ts'
import { listOrderExports, startOrderExport } from '../export-endpoints.ts'
import type { OrderExport } from '../export-endpoints.ts'
import { criteriaOf, listAddress, readFilter } from '../rules/order-filter.ts'
import { exportMarks, listText } from './export-words.ts'
import { countText } from './order-filters.tsx'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'

const listIn = (request: Request) => {
  const { filter } = readFilter(new URL(request.url).searchParams)
  const { after: _after, before: _before, ...criteria } = criteriaOf(filter)
  return { filter, list: { filter: criteria, cols: filter.cols } }
}

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const { filter, list } = listIn(request)
  const { sort: _sort, ...counted } = list.filter
  const [count, { exports }] = await Promise.all([call(countDeskOrders, counted), call(listOrderExports, {})])
  return { title: 'Exports of orders', filter, count, exports, requestId }
}

/** Asks for the file of the list in the address of this page. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  let id = ''
  try {
    const sent = form.get('request_id')
    const requested = { request_id: typeof sent === 'string' ? sent : '', list: listIn(request).list }
    ;({ id } = await call(startOrderExport, requested))
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/orders/exports/${id}`, 303)
}

const columns: readonly Column<OrderExport>[] = [
  {
    name: 'List',
    cell: ({ id, query }) => <a href={`/desk/orders/exports/${id}`}>{listText(query)}</a>,
    wraps: true,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={exportMarks[state]} /> },
  { name: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-US'), isFigure: true },
  {
    name: 'Requested',
    cell: ({ requested_at: at }) => <Moment at={at} />,
    isQuiet: true,
    isWide: true,
    fills: true,
  },
]

/** Has a long list written as a file, and shows the files of the last days. */
const OrderExportsPage = () => {
  const { filter, count, exports, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead crumb={<a href={listAddress(filter)}>Orders</a>} title="Exports" />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <Section title="Export this list">
          <form method="post">
            <input type="hidden" name="request_id" value={requestId} />
            <p>
              <a href={listAddress(filter)}>{listText(listAddress(filter).split('?')[1] ?? '')}</a>:{' '}
              {countText(count)}. The file is written in the background. Only you can download it, for 24
              hours, and each download is in the audit log.
            </p>
            <p>
              <ActionButton kind="primary">Start the export</ActionButton>
            </p>
          </form>
        </Section>
        {exports.length === 0 ? null : (
          <Section title="Your exports">
            <DataTable
              label="Your exports"
              isInside
              rows={exports}
              keyOf={({ id }) => id}
              columns={columns}
            />
          </Section>
        )}
      </Body>
    </>
  )
}

export default OrderExportsPage
