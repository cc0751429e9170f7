import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskFulfillment } from '../fulfillment-endpoints.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './fulfillment-page.module.css'

const days = /^\d{4}-\d{2}-\d{2}$/

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const asked = new URL(request.url).searchParams.get('until') ?? ''
  const until = days.test(asked) ? asked : undefined
  const queue = await context.get(shopContext).call(viewDeskFulfillment, { until })
  return { title: 'Fulfillment', ...queue }
}

export const packMarks = {
  pending: { level: 'empty', tone: 'plain', word: 'to pack' },
  packed: { level: 'half', tone: 'plain', word: 'packed' },
} as const

const linesText = ({ lines }: ToPack): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

const columns: readonly Column<ToPack>[] = [
  { name: 'Order', cell: ({ order }) => <a href={`/desk/fulfillment/${order}`}>{order}</a> },
  { name: 'To', cell: ({ name }) => name || '—', isShort: true, isWide: true },
  { name: 'Contents', cell: linesText, fills: true, isWide: true },
  {
    name: 'Ships on',
    cell: ({ ship_on: on }) => (on === null ? 'again, now' : dayText(on)),
    isQuiet: true,
    isWide: true,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={packMarks[state]} /> },
]

type Queue = Awaited<ReturnType<typeof loader>>

/** How many units of each product are needed. */
const Pick = ({ pick }: Pick<Queue, 'pick'>) => (
  <Section title="Pick" aside={`${pick.reduce((sum, { quantity }) => sum + quantity, 0)} units`}>
    {pick.length === 0 ? <p>Nothing is to be picked.</p> : null}
    <ul className={styles.pick}>
      {pick.map(({ sku, name, product, quantity }) => (
        <li key={sku}>
          <b>{quantity}</b>
          <span>
            <ProductName product={product} name={name} />
            <small>{sku}</small>
          </span>
        </li>
      ))}
    </ul>
    <p>Units are taken from stock with the order, not when they are picked.</p>
  </Section>
)

const weekFrom = (today: string): string => Temporal.PlainDate.from(today).add({ days: 7 }).toString()

const viewsOf = ({ today, until }: Queue) => [
  { label: 'Due today', href: '/desk/fulfillment', isCurrent: until === today },
  {
    label: 'The next 7 days',
    href: `/desk/fulfillment?until=${weekFrom(today)}`,
    isCurrent: until === weekFrom(today),
  },
]

const Acts = ({ shipments, until }: Pick<Queue, 'shipments' | 'until'>) => {
  const open = shipments.find(({ state }) => state === 'pending')
  return (
    <>
      {open ? (
        <ActionLink kind="primary" href={`/desk/fulfillment/${open.order}`}>
          Pack the first one
        </ActionLink>
      ) : null}
      <ActionLink href={`/desk/fulfillment/slips.pdf?until=${until}`}>Packing slips</ActionLink>
      <ActionLink href="/desk/fulfillment/returns">Receive a return…</ActionLink>
      <ActionLink href="/desk/fulfillment/tracking">Import tracking…</ActionLink>
      <ActionLink href={`/desk/fulfillment/shipments.csv?until=${until}`}>Export as CSV</ActionLink>
    </>
  )
}

const countText = (count: number): string =>
  count === 1
    ? '1 shipment is to be packed or handed over.'
    : `${count} shipments are to be packed or handed over.`

/** What is to be packed, the most urgent first. */
const FulfillmentPage = () => {
  const queue = useLoaderData<typeof loader>()
  const { shipments, count, pick } = queue
  return (
    <>
      <DeskHead title="Fulfillment" sub={countText(count)} acts={<Acts {...queue} />} />
      <Views label="Shipments by day" views={viewsOf(queue)} />
      {shipments.length === 0 ? (
        <EmptyList title="Nothing waits to be packed." />
      ) : (
        <Split aside={<Pick pick={pick} />}>
          <DataTable
            label="Shipments"
            isInside
            rows={shipments}
            keyOf={(row) => `${row.order} ${row.state} ${linesText(row)}`}
            columns={columns}
          />
        </Split>
      )}
      <TableFoot newer={null} older={null}>
        {count > shipments.length
          ? `The first ${shipments.length} of ${count} are listed.`
          : `${count} listed`}
      </TableFoot>
    </>
  )
}

export default FulfillmentPage
