import { criteriaOf, readFilter } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'

/** What a form of the list has chosen: orders by their ids, or all that a filter has. */
export type ChosenOrders =
  | { readonly kind: 'orders'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly filter: OrderFilter }

const textsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value] : []))

/** The words of the list's address that a form was sent from, without its page. */
const filterIn = (form: FormData): OrderFilter =>
  readFilter(new URLSearchParams(textsIn(form, 'query')[0] ?? '')).filter

/** Reads it: the whole list, the whole page, or single orders, of other pages too. */
export const chosenIn = (form: FormData): ChosenOrders => {
  if (form.get('whole') === 'yes') {
    const { after: _after, before: _before, ...filter } = criteriaOf(filterIn(form))
    return { kind: 'list', filter }
  }
  const ofPage = form.get('page') === 'yes' ? (textsIn(form, 'shown')[0] ?? '').split(',') : []
  const ids = [...new Set([...textsIn(form, 'order'), ...ofPage])].filter((id) => id !== '')
  return { kind: 'orders', ids }
}

/** How the list is shown, for its file: with the columns of the form's list. */
export const shownListIn = (form: FormData): Pick<OrderFilter, 'cols'> => {
  const { cols } = filterIn(form)
  return cols === undefined ? {} : { cols }
}
