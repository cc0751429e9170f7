import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { fieldsAs, postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listBulkActions, prepareBulkAction } from '../bulk-endpoints.ts'
import type { BulkSummary } from '../bulk-endpoints.ts'
import { bulkActions } from '../rules/bulk-action.ts'
import { actionWords, bulkMarks } from './bulk-rows.tsx'
import { chosenIn } from './chosen-orders.ts'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'Bulk actions',
  ...(await context.get(shopContext).call(listBulkActions, {})),
})

const Posted = z.object({ intent: z.enum(bulkActions), request_id: z.uuid() })

/** Keeps what was chosen in the list, and leads to what would be done with it. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const chosen = chosenIn(form)
  let id = ''
  try {
    const { intent, request_id } = fieldsAs(Posted, Object.fromEntries(form))
    const orders = chosen.kind === 'list' ? { filter: chosen.filter } : { ids: [...chosen.ids] }
    ;({ id } = await call(prepareBulkAction, { action: intent, request_id, ...orders }))
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/orders/bulk/${id}`, 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

const columns: readonly Column<BulkSummary>[] = [
  {
    name: 'Action',
    cell: ({ id, action: kind, chosen }) => (
      <a href={`/desk/orders/bulk/${id}`}>{actionWords[kind].button(chosen)}</a>
    ),
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={bulkMarks[state]} /> },
  { name: 'Done', cell: ({ done }) => done.toLocaleString('en-US'), isFigure: true },
  {
    name: 'Left out',
    cell: ({ left_out: count }) => count.toLocaleString('en-US'),
    isFigure: true,
    isWide: true,
  },
  { name: 'Failed', cell: ({ failed }) => failed.toLocaleString('en-US'), isFigure: true, isWide: true },
  { name: 'By', cell: ({ by }) => by, isShort: true, isWide: true },
  {
    name: 'Started',
    cell: ({ started_at: at }) => (at === null ? '—' : <Moment at={at} />),
    isQuiet: true,
    isWide: true,
    fills: true,
  },
]

/** The latest bulk actions, and why a selection was refused. */
const BulkActionsPage = () => {
  const { actions } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead crumb={<a href="/desk/orders">Orders</a>} title="Bulk actions" />
      {answer ? (
        <Body>
          <DeskNote kind="danger" isAnswer>
            <p>
              {answer.refusal} <a href="/desk/orders">Go back to the orders</a>
            </p>
          </DeskNote>
        </Body>
      ) : null}
      {actions.length === 0 ? (
        <EmptyList title="Nobody has acted on many orders.">
          <p>Choose orders in the list, and what is to be done with them.</p>
        </EmptyList>
      ) : (
        <DataTable label="Bulk actions" rows={actions} keyOf={({ id }) => id} columns={columns} />
      )}
    </>
  )
}

export default BulkActionsPage
