import type { ReactNode } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { countDeskOrders } from '../endpoints.ts'
import { listAddress } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { ActionButton } from './parts/action.tsx'
import { Entry } from './parts/entry.tsx'
import { dayText } from './parts/times.tsx'
import styles from './filters.module.css'

type Count = ReplyOf<typeof countDeskOrders>

/** `188 orders, $18,942.10`. */
export const countText = ({ count, is_more: isMore, totals }: Count): string => {
  if (isMore) return `more than ${count.toLocaleString('en-US')} orders`
  const sums = (totals ?? []).map(({ total, currency }) => `, ${priceText(total, currency)}`).join('')
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}${sums}`
}

/** What the list is filtered by, as sentences that can be taken out. */
const chipsOf = (filter: OrderFilter) => {
  const { q, country, tag, from, until } = filter
  return [
    ...(q
      ? [
          {
            property: q.includes('@') ? 'Email begins with' : 'Number begins with',
            value: q,
            without: { q: undefined },
          },
        ]
      : []),
    ...(country
      ? [
          {
            property: 'Country is one of',
            value: country.replaceAll(',', ', '),
            without: { country: undefined },
          },
        ]
      : []),
    ...(tag ? [{ property: 'Tag is', value: tag, without: { tag: undefined } }] : []),
    ...(from ? [{ property: 'Placed from', value: dayText(from), without: { from: undefined } }] : []),
    ...(until ? [{ property: 'Placed until', value: dayText(until), without: { until: undefined } }] : []),
  ]
}

const Chips = ({ filter }: { readonly filter: OrderFilter }) => (
  <ul className={styles.chips} aria-label="Filters in use">
    {chipsOf(filter).map(({ property, value, without }) => (
      <li key={property}>
        {property} <b>{value}</b>
        <a href={listAddress(filter, without)} aria-label={`Remove: ${property} ${value}`}>
          ×
        </a>
      </li>
    ))}
  </ul>
)

/** How many there are; above a bound only when somebody asks for it. */
const CountLine = ({ filter, count }: Pick<OrderFiltersProps, 'filter' | 'count'>) => (
  <p>
    {countText(count)}
    {count.is_more ? (
      <>
        , <a href={listAddress(filter, { count: 'all' })}>count them</a>
      </>
    ) : null}
  </p>
)

interface OrderFiltersProps {
  readonly filter: OrderFilter
  readonly count: Count
  /** What has come since the list was opened, in a place that is kept for it. */
  readonly newer: ReactNode
  /** Whether the role sees the team's words on orders. */
  readonly showsTags: boolean
}

/** The filter of the list as a form whose fields are the words of the address. */
export const OrderFilters = ({ filter, count, newer, showsTags }: OrderFiltersProps) => (
  <>
    <form className={styles.filters} action="/desk/orders" role="search" aria-label="Filter orders">
      {filter.state ? <input type="hidden" name="state" value={filter.state} /> : null}
      {filter.sort ? <input type="hidden" name="sort" value={filter.sort} /> : null}
      {filter.cols ? <input type="hidden" name="cols" value={filter.cols} /> : null}
      {filter.view ? <input type="hidden" name="view" value={filter.view} /> : null}
      <Entry
        label="Number or email"
        name="q"
        type="search"
        defaultValue={filter.q}
        maxLength={254}
        data-desk-key="f"
      />
      <Entry
        label="Countries"
        name="country"
        defaultValue={filter.country}
        placeholder="US,CA"
        pattern="[A-Z]{2}(,[A-Z]{2})*"
        title="Two capital letters each, with commas: US,CA"
      />
      {showsTags ? <Entry label="Tag" name="tag" defaultValue={filter.tag} maxLength={24} /> : null}
      <Entry label="Placed from" name="from" type="date" defaultValue={filter.from} />
      <Entry label="Placed until" name="until" type="date" defaultValue={filter.until} />
      <ActionButton>Filter</ActionButton>
    </form>
    <Chips filter={filter} />
    <div className={styles.chips}>
      <CountLine filter={filter} count={count} />
      {newer}
      <p role="status" data-desk-changes="" />
    </div>
  </>
)
