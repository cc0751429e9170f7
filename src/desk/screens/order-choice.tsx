import type { ReplyOf } from '#shared/endpoint.ts'
import type { countDeskOrders, DeskOrderRow } from '../endpoints.ts'
import { listAddress, viewQuery } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { countText } from './order-filters.tsx'
import styles from './order-choice.module.css'

/** Joins the boxes of the table with the bar below it, wherever they are on the page. */
const formId = 'choice'

interface BoxProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly isWhole: boolean
  readonly data: Readonly<Record<`data-${string}`, string>>
}

const Box = ({ label, name, value, isWhole, data }: BoxProps) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      form={formId}
      name={name}
      value={value}
      // What the address chooses cannot be taken out of it here.
      {...(isWhole ? { defaultChecked: true, disabled: true } : {})}
      {...data}
    />
    <span>{label}</span>
  </label>
)

/** The boxes of a page of orders, and one for all of them. */
export const choiceOf = (filter: OrderFilter) => {
  const isWhole = filter.chosen === 'all'
  return {
    head: (
      <Box
        label="All on this page"
        name="page"
        value="yes"
        isWhole={isWhole}
        data={{ 'data-desk-all': '' }}
      />
    ),
    cell: ({ id, number, currency, total }: DeskOrderRow) => (
      <Box
        label={`Select order ${number}`}
        name="order"
        value={id}
        isWhole={isWhole}
        data={{ 'data-desk-choice': '', 'data-currency': currency, 'data-total': total }}
      />
    ),
  }
}

type Count = ReplyOf<typeof countDeskOrders>

interface BarProps {
  readonly filter: OrderFilter
  readonly count: Count
  readonly orders: readonly DeskOrderRow[]
  readonly requestId: string
  /** Whether the role holds, releases and packs. */
  readonly mayShip: boolean
}

const Actions = ({ mayShip }: Pick<BarProps, 'mayShip'>) => (
  <>
    {mayShip ? (
      <>
        <button name="intent" value="batch" className={styles.primary} data-desk-key="b">
          Put into a batch… <kbd aria-hidden="true">B</kbd>
        </button>
        <button name="intent" value="hold" data-desk-key="h">
          Hold… <kbd aria-hidden="true">H</kbd>
        </button>
        <button name="intent" value="release" data-desk-key="r">
          Release… <kbd aria-hidden="true">R</kbd>
        </button>
        <button formAction="/desk/orders/slips.pdf" data-desk-key="p">
          Print slips <kbd aria-hidden="true">P</kbd>
        </button>
        <button formAction="/desk/orders/tags" data-desk-key="t">
          Tag… <kbd aria-hidden="true">T</kbd>
        </button>
      </>
    ) : null}
    <button name="intent" value="export" formAction="/desk/orders/chosen.csv" data-desk-key="e">
      Export CSV <kbd aria-hidden="true">E</kbd>
    </button>
  </>
)

/** A list with more orders than this is narrowed first. */
const mostChosen = 10_000

/** What the whole list has more than this page: a link, so that the address says what is chosen. */
const Whole = ({ filter, count }: Pick<BarProps, 'filter' | 'count'>) => {
  const { after, before } = filter
  const clear = listAddress(filter, { after, before, chosen: undefined })
  return (
    <p className={styles.whole}>
      {filter.chosen === 'all' || count.is_more || count.count > mostChosen ? null : (
        <a href={listAddress(filter, { after, before, chosen: 'all' })} data-desk-whole="">
          Select all {count.count.toLocaleString('en-US')}
        </a>
      )}
      <a href={clear} data-desk-clear="">
        Clear <kbd aria-hidden="true">Esc</kbd>
      </a>
    </p>
  )
}

/** What can be done with the chosen orders. It is shown as soon as one is chosen. */
export const ChoiceBar = ({ filter, count, orders, requestId, mayShip }: BarProps) => {
  const isWhole = filter.chosen === 'all'
  return (
    <form
      id={formId}
      className={styles.bar}
      method="post"
      action="/desk/orders/bulk"
      aria-label="Chosen orders"
      data-desk-chosen={isWhole ? 'all' : ''}
    >
      <input type="hidden" name="request_id" value={requestId} />
      <input type="hidden" name="query" value={viewQuery(filter)} />
      <input type="hidden" name="shown" value={orders.map(({ id }) => id).join(',')} />
      {isWhole ? <input type="hidden" name="whole" value="yes" /> : null}
      <p className={styles.count}>
        <b data-desk-count="">{isWhole ? 'All selected' : 'Selected orders'}</b>
        <span data-desk-sum="">{isWhole ? countText(count) : ''}</span>
      </p>
      <Actions mayShip={mayShip} />
      <Whole filter={filter} count={count} />
    </form>
  )
}
