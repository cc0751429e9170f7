import { criteriaOf, listAddress } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import styles from './filters.module.css'

/** What a script asks while the list is open. Null for a list in which new orders are not the first ones. */
const questionOf = (filter: OrderFilter, since: string): string | null => {
  const { after, before, sort, ...criteria } = criteriaOf(filter)
  if (after !== undefined || before !== undefined || (sort !== undefined && sort !== '-placed')) return null
  return `/api/desk/orders/newer/?${new URLSearchParams({ ...criteria, since })}`
}

/** Where the list says that new orders have come. Its place is kept, so that no row moves when they do. */
export const NewerOrders = ({ filter, since }: { readonly filter: OrderFilter; readonly since: string }) => {
  const question = questionOf(filter, since)
  return question === null ? null : (
    <p className={styles.newer} role="status" data-desk-newer={question}>
      <span>100 or more new orders</span> · <a href={listAddress(filter)}>Show</a>
    </p>
  )
}
