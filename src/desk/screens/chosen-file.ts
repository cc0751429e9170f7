import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskOrders } from '../endpoints.ts'
import { listChosenOrders } from '../order-list-endpoints.ts'
import { chosenIn, shownListIn } from './chosen-orders.ts'
import { chosenCells } from './orders-file.ts'
import { csvResponse } from './parts/csv-response.ts'

/** The chosen orders as a CSV file, with the columns of the list. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const chosen = chosenIn(form)
  return csvResponse('orders.csv', chosenCells(shownListIn(form)), async (after) => {
    if (chosen.kind === 'orders') {
      const { orders } = await call(listChosenOrders, { ids: [...chosen.ids] })
      return { rows: orders, older: null }
    }
    const asked = after === undefined ? chosen.filter : { ...chosen.filter, after }
    const { orders, older } = await call(listDeskOrders, { ...asked, limit: 500 })
    return { rows: orders, older }
  })
}
