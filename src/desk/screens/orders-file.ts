import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskOrders } from '../endpoints.ts'
import { openOrderFile } from '../export-endpoints.ts'
import { orderCells } from '../rules/order-export.ts'
import { criteriaOf, listAddress, readFilter } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { csvResponse } from './parts/csv-response.ts'

/** The page that has a longer list written as a file. */
export const exportAddress = (filter: OrderFilter): string =>
  listAddress(filter, { view: undefined, chosen: undefined }).replace('/desk/orders', '/desk/orders/exports')

/** The list as a CSV file, with the filter and columns of the page; a list that is too long for that leads to the page of files. */
export const listFile = async (
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  shown: OrderFilter,
): Promise<Response> => {
  const { call } = context.get(shopContext)
  const { after: _after, before: _before, ...filter } = criteriaOf(shown)
  const { cols } = shown
  const { is_too_long: isTooLong } = await call(openOrderFile, { list: { filter, cols } })
  if (isTooLong) return redirect(exportAddress(shown), 303)
  return csvResponse('orders.csv', orderCells(shown), async (after) => {
    const { orders, older } = await call(listDeskOrders, { ...filter, after, limit: 500 })
    return { rows: orders, older }
  })
}

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  listFile({ context }, readFilter(new URL(request.url).searchParams).filter)
