import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows, seesNames } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { countDeskOrders, listDeskOrders } from '../endpoints.ts'
import { listSavedViews } from '../view-endpoints.ts'
import type { SavedView } from '../view-endpoints.ts'
import { criteriaOf, listAddress, readFilter, viewQuery } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { ChoiceBar, choiceOf } from './order-choice.tsx'
import { OrderFilters } from './order-filters.tsx'
import { NewerOrders } from './newer-orders.tsx'
import { OrderTable } from './order-table.tsx'
import { ActionLink } from './parts/action.tsx'
import { EmptyList, TableFoot } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { DeskNote } from './parts/section.tsx'
import { Body } from './parts/layout.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const { filter, unknown } = readFilter(new URL(request.url).searchParams)
  const requested = criteriaOf(filter)
  const { after: _after, before: _before, sort: _sort, ...counted } = requested
  const [list, count, { views }] = await Promise.all([
    call(listDeskOrders, requested),
    call(countDeskOrders, { ...counted, count: filter.count }),
    call(listSavedViews, {}),
  ])
  const mayShip = actor.kind === 'staff' && allows(actor.role, 'orders:ship')
  const showsTags = actor.kind === 'staff' && seesNames(actor.role)
  const [first] = list.orders
  const since = first ? `${first.placed_at}~${first.id}` : `${list.now}~${noId}`
  return { title: 'Orders', ...list, since, count, filter, unknown, views, mayShip, showsTags, requestId }
}

/** Before every id: for an empty list every order that is placed from now on is new. */
const noId = '00000000-0000-0000-0000-000000000000'

const readyViews = [
  ['All', undefined],
  ['To ship', 'to-ship'],
  ['On hold', 'on-hold'],
  ['Shipped', 'shipped'],
  ['Refunded', 'refunded'],
  ['Disputed', 'disputed'],
  ['Canceled', 'canceled'],
] as const

const viewAddress = ({ id, query }: SavedView): string =>
  `/desk/orders?${query === '' ? '' : `${query}&`}view=${id}`

/** The ready-made views, one's own ones and the team's; a saved view stays the current one while it is changed. */
const viewLinks = (filter: OrderFilter, views: readonly SavedView[]) => [
  ...readyViews.map(([label, state]) => ({
    label,
    href: listAddress(filter, { state, view: undefined }),
    isCurrent: filter.view === undefined && filter.state === state,
  })),
  ...views.map((view) => ({
    label: view.name,
    href: viewAddress(view),
    isCurrent: filter.view === view.id,
  })),
]

/** The address without its page, for a page about the list. */
const wordsOf = (filter: OrderFilter): string => listAddress(filter).replace('/desk/orders', '')

/** Says that the list differs from its saved view, and offers to save it or to go back. */
const ChangedView = ({
  filter,
  views,
}: {
  readonly filter: OrderFilter
  readonly views: readonly SavedView[]
}) => {
  const view = views.find(({ id }) => id === filter.view)
  if (!view || view.query === viewQuery(filter)) return null
  return (
    <Body>
      <DeskNote>
        <p>
          {view.name} is changed: <a href={`/desk/orders/views${wordsOf(filter)}`}>save it</a>, or{' '}
          <a href={viewAddress(view)}>put it back</a>.
        </p>
      </DeskNote>
    </Body>
  )
}

const HeadActions = ({ filter, mayShip }: { readonly filter: OrderFilter; readonly mayShip: boolean }) => (
  <>
    {mayShip ? <ActionLink href="/desk/orders/bulk">Bulk actions</ActionLink> : null}
    <ActionLink href={`/desk/orders/columns${wordsOf(filter)}`}>Columns</ActionLink>
    <ActionLink href={csvAddress(filter)}>Export CSV</ActionLink>
    <ActionLink href={`/desk/orders/views${wordsOf(filter)}`}>Save view</ActionLink>
  </>
)

const csvAddress = (filter: OrderFilter): string =>
  listAddress(filter).replace('/desk/orders', '/desk/orders.csv')

const pageAddress = (filter: OrderFilter, change: Pick<OrderFilter, 'after' | 'before'>): string =>
  listAddress(filter, change)

const Unknown = ({ words }: { readonly words: readonly string[] }) =>
  words.length === 0 ? null : (
    <Body>
      <DeskNote kind="danger">
        <p>The address asks for what this list does not know, which was left out: {words.join(', ')}.</p>
      </DeskNote>
    </Body>
  )

/** The page of the list, with boxes to choose its orders. */
const List = ({ page }: { readonly page: ReturnType<typeof useLoaderData<typeof loader>> }) => {
  const { orders, newer, older, count, filter, today, mayShip, requestId } = page
  return (
    <>
      <OrderTable orders={orders} list={{ filter, today }} choice={choiceOf(filter)} />
      <TableFoot
        hasChoice
        newer={newer === null ? null : pageAddress(filter, { before: newer })}
        older={older === null ? null : pageAddress(filter, { after: older })}
      >
        {orders.length} shown. Times are those of the shop, in New York.
      </TableFoot>
      <ChoiceBar filter={filter} count={count} orders={orders} requestId={requestId} mayShip={mayShip} />
    </>
  )
}

const OrdersPage = () => {
  const page = useLoaderData<typeof loader>()
  const { orders, count, filter, unknown, views, since } = page
  return (
    <>
      <DeskHead title="Orders" actions={<HeadActions filter={filter} mayShip={page.mayShip} />} />
      <Views label="Views of orders" views={viewLinks(filter, views)} />
      <ChangedView filter={filter} views={views} />
      <OrderFilters
        filter={filter}
        count={count}
        newer={<NewerOrders filter={filter} since={since} />}
        showsTags={page.showsTags}
      />
      <Unknown words={unknown} />
      {orders.length === 0 ? (
        <EmptyList title="No order is like this.">
          <p>
            <a href="/desk/orders">Show all orders</a>
          </p>
        </EmptyList>
      ) : (
        <List page={page} />
      )}
    </>
  )
}

export default OrdersPage
