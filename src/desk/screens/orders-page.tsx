import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { countDeskOrders, listDeskOrders } from '../endpoints.ts'
import { listAddress, readFilter } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import { ActionLink } from './parts/action.tsx'
import { EmptyList, TableFoot } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { DeskNote } from './parts/section.tsx'
import { Body } from './parts/layout.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { filter, unknown } = readFilter(new URL(request.url).searchParams)
  const { after: _after, before: _before, sort: _sort, ...counted } = filter
  const [list, count] = await Promise.all([call(listDeskOrders, filter), call(countDeskOrders, counted)])
  return { title: 'Orders', ...list, count, filter, unknown }
}

const views = [
  ['All', undefined],
  ['To ship', 'to-ship'],
  ['On hold', 'on-hold'],
  ['Shipped', 'shipped'],
  ['Refunded', 'refunded'],
  ['Disputed', 'disputed'],
  ['Canceled', 'canceled'],
] as const

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

const OrdersPage = () => {
  const { orders, newer, older, count, filter, unknown } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title="Orders" acts={<ActionLink href={csvAddress(filter)}>Export CSV</ActionLink>} />
      <Views
        label="Views of orders"
        views={views.map(([label, state]) => ({
          label,
          href: listAddress(filter, { state }),
          isCurrent: filter.state === state,
        }))}
      />
      <OrderFilters filter={filter} count={count} />
      <Unknown words={unknown} />
      {orders.length === 0 ? (
        <EmptyList title="No order is like this.">
          <p>
            <a href="/desk/orders">Show all orders</a>
          </p>
        </EmptyList>
      ) : (
        <OrderTable orders={orders} filter={filter} />
      )}
      <TableFoot
        newer={newer === null ? null : pageAddress(filter, { before: newer })}
        older={older === null ? null : pageAddress(filter, { after: older })}
      >
        {orders.length} shown. Times are those of the shop, in New York.
      </TableFoot>
    </>
  )
}

export default OrdersPage
