import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listAddress, readFilter, viewQuery } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { deleteSavedView, listSavedViews, saveView } from '../view-endpoints.ts'
import type { SavedView } from '../view-endpoints.ts'
import { ActionButton, PlainButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { CheckEntry, Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const { filter } = readFilter(new URL(request.url).searchParams)
  const { views } = await call(listSavedViews, {})
  const role = actor.kind === 'staff' ? actor.role : 'read-only'
  return {
    title: 'Views of orders',
    views,
    filter,
    mayShare: allows(role, 'orders:refund'),
    isOwner: role === 'owner',
  }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('save'), name: z.string(), is_shared: z.literal('on').optional() }),
  z.object({ intent: z.literal('delete'), id: z.string() }),
])

/** Saves what the address of this page asks for, or deletes a view. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { filter } = readFilter(new URL(request.url).searchParams)
  const posted = await postedAs(Posted, request)
  let target = listAddress(filter).replace('/desk/orders', '/desk/orders/views')
  try {
    if (posted.intent === 'delete') await call(deleteSavedView, { id: posted.id })
    else {
      const view = { name: posted.name, query: viewQuery(filter), is_shared: posted.is_shared === 'on' }
      target = listAddress(filter, { view: (await call(saveView, view)).id })
    }
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered: posted }
  }
  throw redirect(target, 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

interface SaveFormProps {
  readonly filter: OrderFilter
  readonly current: SavedView | undefined
  readonly mayShare: boolean
  readonly answer: Answer
}

const SaveForm = ({ filter, current, mayShare, answer }: SaveFormProps) => {
  const entered = answer?.entered.intent === 'save' ? answer.entered : null
  const own = current?.is_own ? current : undefined
  return (
    <form method="post">
      <input type="hidden" name="intent" value="save" />
      <Fields>
        <Entry
          label="Name"
          name="name"
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={entered?.name ?? own?.name}
          hint="A name that you have used before now means this list."
        />
        {mayShare ? (
          <CheckEntry
            label="The whole team sees it"
            name="is_shared"
            defaultChecked={entered ? entered.is_shared === 'on' : own?.is_shared}
          />
        ) : null}
        <p>
          It keeps the filter, the sort and the columns of{' '}
          <a href={listAddress(filter)}>the list as it is now</a>.
        </p>
        <p>
          <ActionButton kind="primary">Save view</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const columnsOf = (isOwner: boolean): readonly Column<SavedView>[] => [
  {
    name: 'View',
    cell: ({ id, name, query }) => (
      <a href={`/desk/orders?${query === '' ? '' : `${query}&`}view=${id}`}>{name}</a>
    ),
    wraps: true,
  },
  { name: 'Seen by', cell: ({ is_shared: isShared }) => (isShared ? 'The team' : 'You'), isQuiet: true },
  { name: 'Saved by', cell: ({ by }) => by, isQuiet: true, isWide: true },
  {
    name: 'Delete',
    cell: ({ id, name, is_own: isOwn, is_shared: isShared }) =>
      isOwn || (isOwner && isShared) ? (
        <form method="post">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={id} />
          <PlainButton aria-label={`Delete: ${name}`}>Delete</PlainButton>
        </form>
      ) : null,
  },
]

const OrderViewsPage = () => {
  const { filter, views, mayShare, isOwner } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead crumb={<a href={listAddress(filter)}>Orders</a>} title="Save view" />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Section>
          <SaveForm
            filter={filter}
            current={views.find(({ id }) => id === filter.view)}
            mayShare={mayShare}
            answer={answer}
          />
        </Section>
        {views.length === 0 ? null : (
          <Section title="Saved views">
            <DataTable
              label="Saved views"
              isInside
              rows={views}
              keyOf={({ id }) => id}
              columns={columnsOf(isOwner)}
            />
          </Section>
        )}
      </Body>
    </>
  )
}

export default OrderViewsPage
