import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { openOrderFile } from '../export-endpoints.ts'
import { listChosenOrders } from '../order-list-endpoints.ts'
import { orderCells } from '../rules/order-export.ts'
import { chosenIn, shownListIn } from './chosen-orders.ts'
import { listFile } from './orders-file.ts'
import { csvResponse } from './parts/csv-response.ts'

/** The chosen orders as a CSV file, with the columns of the list. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const chosen = chosenIn(form)
  const shown = shownListIn(form)
  if (chosen.kind === 'list') return listFile({ context }, { ...chosen.filter, ...shown })
  const { orders } = await call(listChosenOrders, { ids: [...chosen.ids] })
  if (orders.length > 0) await call(openOrderFile, { list: { filter: {}, ...shown }, chosen: orders.length })
  return csvResponse('orders.csv', orderCells(shown), () => Promise.resolve({ rows: orders, older: null }))
}
