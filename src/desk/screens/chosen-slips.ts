import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { drawChosenSlips } from '../fulfillment-endpoints.ts'
import { chosenIn } from './chosen-orders.ts'
import { pdfResponse } from './parts/csv-response.ts'

/** The packing slips of what waits of the chosen orders, as a PDF. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const chosen = chosenIn(await postedForm(request))
  const orders = chosen.kind === 'list' ? { filter: chosen.filter } : { ids: [...chosen.ids] }
  const { pdf } = await context.get(shopContext).call(drawChosenSlips, orders)
  return pdfResponse(pdf, 'packing-slips.pdf')
}
