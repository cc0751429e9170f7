import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { columnNames } from '../rules/order-export.ts'
import { columnWords, columnsIn, listAddress, orderColumns, readFilter } from '../rules/order-filter.ts'
import type { OrderColumn, OrderFilter } from '../rules/order-filter.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { Section } from './parts/section.tsx'

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const { actor } = context.get(shopContext)
  if (actor.kind !== 'staff') throw new ShopError('UNAUTHENTICATED')
  if (!allows(actor.role, 'orders:read')) throw new ShopError('NOT_FOUND')
  return { title: 'Columns of orders', filter: readFilter(new URL(request.url).searchParams).filter }
}

const withColumns = (filter: OrderFilter, columns: readonly OrderColumn[]): string =>
  listAddress(filter, { cols: columnWords(columns) }).replace('/desk/orders', '/desk/orders/columns')

const swapped = (columns: readonly OrderColumn[], at: number): readonly OrderColumn[] => {
  const [first, second] = columns.slice(at, at + 2)
  return first && second ? [...columns.slice(0, at), second, first, ...columns.slice(at + 2)] : columns
}

interface StepProps {
  readonly href: string | null
  readonly text: string
  readonly label: string
}

const Step = ({ href, text, label }: StepProps) =>
  href === null ? null : (
    <a href={href} aria-label={label}>
      {text}
    </a>
  )

const columnsOf = (filter: OrderFilter, shown: readonly OrderColumn[]): readonly Column<OrderColumn>[] => {
  const place = (column: OrderColumn): number => shown.indexOf(column)
  const name = (column: OrderColumn): string => columnNames[column]
  const step = (text: string, hrefOf: (column: OrderColumn) => string | null): Column<OrderColumn> => ({
    name: text,
    cell: (column) => <Step href={hrefOf(column)} text={text} label={`${text}: ${name(column)}`} />,
  })
  return [
    { name: 'Column', cell: name },
    step('Earlier', (column) =>
      place(column) === 0 ? null : withColumns(filter, swapped(shown, place(column) - 1)),
    ),
    step('Later', (column) =>
      place(column) === shown.length - 1 ? null : withColumns(filter, swapped(shown, place(column))),
    ),
    step('Remove', (column) =>
      shown.length === 1
        ? null
        : withColumns(
            filter,
            shown.filter((one) => one !== column),
          ),
    ),
  ]
}

const otherColumns = (filter: OrderFilter, shown: readonly OrderColumn[]): readonly Column<OrderColumn>[] => [
  { name: 'Column', cell: (column) => columnNames[column] },
  {
    name: 'Add',
    cell: (column) => (
      <Step href={withColumns(filter, [...shown, column])} text="Add" label={`Add: ${columnNames[column]}`} />
    ),
  },
]

interface ColumnListProps {
  readonly title: string
  readonly label: string
  readonly rows: readonly OrderColumn[]
  readonly columns: readonly Column<OrderColumn>[]
}

const ColumnList = ({ title, label, rows, columns }: ColumnListProps) => (
  <Section title={title}>
    <DataTable label={label} isInside rows={rows} keyOf={(column) => column} columns={columns} />
  </Section>
)

/** Chooses the columns of the list and their order, by links: the address is the choice. */
const OrderColumnsPage = () => {
  const { filter } = useLoaderData<typeof loader>()
  const shown = columnsIn(filter)
  const others = orderColumns.filter((column) => !shown.includes(column))
  return (
    <>
      <DeskHead
        crumb={<a href={listAddress(filter)}>Orders</a>}
        title="Columns"
        sub="The number of the order is always the first column."
        actions={
          <ActionLink kind="primary" href={listAddress(filter)}>
            Show the orders
          </ActionLink>
        }
      />
      <Body>
        <ColumnList
          title="Shown"
          label="Columns that are shown"
          rows={shown}
          columns={columnsOf(filter, shown)}
        />
        {others.length === 0 ? null : (
          <ColumnList
            title="Not shown"
            label="Columns that are not shown"
            rows={others}
            columns={otherColumns(filter, shown)}
          />
        )}
      </Body>
    </>
  )
}

export default OrderColumnsPage
