import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { findNeighborOrder } from '../order-list-endpoints.ts'
import { orderAddress } from '../rules/list-place.ts'
import { listIn } from './parts/use-list.ts'
import { criteriaOf, readFilter } from '../rules/order-filter.ts'

/** Leads to the next or the previous order of a list, or back where the list ends. */
export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const number = params['number'] ?? ''
  const list = listIn(request.url) ?? ''
  const step = params['step'] === 'previous' ? 'previous' : 'next'
  const {
    after: _after,
    before: _before,
    ...criteria
  } = criteriaOf(readFilter(new URLSearchParams(list)).filter)
  const { number: found } = await call(findNeighborOrder, { ...criteria, number, step })
  return redirect(
    found === null
      ? orderAddress(number, { list, done: step === 'next' ? 'last' : 'first' })
      : orderAddress(found, { list }),
    303,
  )
}
