import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { makeDeskBatch } from '../batch-endpoints.ts'
import { maxBatch } from '../rules/bulk-action.ts'
import { viewDeskFulfillment } from '../fulfillment-endpoints.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { ProductName, StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './fulfillment-page.module.css'

const MakeForm = z.object({ request_id: z.string(), until: z.string(), size: z.string() })

const days = /^\d{4}-\d{2}-\d{2}$/

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const requested = query.get('until') ?? ''
  const until = days.test(requested) ? requested : undefined
  const after = query.get('after') ?? undefined
  const { call, requestId } = context.get(shopContext)
  const queue = await call(viewDeskFulfillment, { until, after })
  return { title: 'Fulfillment', requestId, isFirst: after === undefined, ...queue }
}

/** Makes a batch, and leads to it; a refusal keeps what was typed. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const wanted = await postedAs(MakeForm, request)
  let number = 0
  try {
    ;({ number } = await context.get(shopContext).call(makeDeskBatch, wanted))
  } catch (thrown) {
    return { refusal: refusalIn(thrown), size: wanted.size }
  }
  throw redirect(`/desk/fulfillment/batches/${number}`, 303)
}

export const packMarks = {
  pending: { level: 'empty', tone: 'plain', word: 'to pack' },
  packed: { level: 'half', tone: 'plain', word: 'packed' },
} as const

export const linesText = ({ lines }: Pick<ToPack, 'lines'>): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

type Queue = Awaited<ReturnType<typeof loader>>

type Row = Queue['shipments'][number]

const columns: readonly Column<Row>[] = [
  { name: 'Order', cell: ({ order }) => <a href={`/desk/fulfillment/${order}`}>{order}</a> },
  { name: 'To', cell: ({ name }) => name || '—', isShort: true, isWide: true },
  { name: 'Contents', cell: linesText, fills: true, isWide: true },
  {
    name: 'Ships on',
    cell: ({ ship_on: on }) => (on === null ? 'again, now' : dayText(on)),
    isQuiet: true,
    isWide: true,
  },
  {
    name: 'Batch',
    cell: ({ batch }) =>
      batch === null ? '—' : <a href={`/desk/fulfillment/batches/${batch}`}>{`Batch ${batch}`}</a>,
    isWide: true,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={packMarks[state]} /> },
]

const unitsText = (units: number): string => (units === 1 ? '1 unit' : `${units} units`)

/** How many units of each product are needed. */
export const PickSection = ({ pick }: { readonly pick: ToPack['lines'] }) => (
  <Section title="Pick" aside={unitsText(pick.reduce((sum, { quantity }) => sum + quantity, 0))}>
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

/** Takes what is due next into a batch of one's own. */
const MakeBatch = ({
  unbatched,
  until,
  requestId,
  size,
}: Pick<Queue, 'unbatched' | 'until' | 'requestId'> & { readonly size: string }) => (
  <Section title="Make a batch">
    {unbatched === 0 ? (
      <p>All that is due is packed, or in another batch.</p>
    ) : (
      <form method="post">
        <input type="hidden" name="request_id" value={requestId} />
        <input type="hidden" name="until" value={until} />
        <EntryRow>
          <Entry
            label={`Shipments, of ${unbatched} in no batch`}
            name="size"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxBatch}
            required
            defaultValue={size}
          />
          <ActionButton>Make a batch</ActionButton>
        </EntryRow>
      </form>
    )}
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

const Actions = ({ shipments, until }: Pick<Queue, 'shipments' | 'until'>) => {
  const open = shipments.find(({ state }) => state === 'pending')
  return (
    <>
      {open ? (
        <ActionLink kind="primary" href={`/desk/fulfillment/${open.order}`}>
          Pack the first one
        </ActionLink>
      ) : null}
      <ActionLink href={`/desk/fulfillment/slips.pdf?until=${until}`}>Packing slips</ActionLink>
      <ActionLink href="/desk/fulfillment/batches">Batches</ActionLink>
      <ActionLink href="/desk/fulfillment/returns">Receive a return…</ActionLink>
      <ActionLink href="/desk/fulfillment/tracking">Import tracking…</ActionLink>
      <ActionLink href={`/desk/fulfillment/shipments.csv?until=${until}`}>Export as CSV</ActionLink>
      <ActionLink href={`/desk/fulfillment/shipments.csv?until=${until}&format=json`}>
        Export as JSON
      </ActionLink>
    </>
  )
}

const countText = (count: number): string =>
  count === 1
    ? '1 shipment is to be packed or handed over.'
    : `${count} shipments are to be packed or handed over.`

const Aside = ({ queue, size }: { readonly queue: Queue; readonly size: string | undefined }) => (
  <>
    <MakeBatch {...queue} size={size ?? '30'} />
    <PickSection pick={queue.pick} />
  </>
)

const pageHref = (until: string, after: string | null): string =>
  `/desk/fulfillment?${new URLSearchParams({ until, ...(after === null ? {} : { after }) })}`

/** Packages that do not arrive, with the rows of the worklist behind them. */
const Undelivered = ({ undelivered }: Pick<Queue, 'undelivered'>) =>
  undelivered.length === 0 ? null : (
    <div className={styles.undelivered}>
      <DeskNote kind="accent">
        {undelivered.map(({ kind, title }) => (
          <p key={kind}>
            <a href={`/desk/tasks/${kind}`}>{title}</a>
          </p>
        ))}
      </DeskNote>
    </div>
  )

/** What is to be packed, the most urgent first. */
const FulfillmentPage = () => {
  const queue = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { shipments, count, until, older, isFirst } = queue
  return (
    <>
      <DeskHead title="Fulfillment" sub={countText(count)} actions={<Actions {...queue} />} />
      <Views label="Shipments by day" views={viewsOf(queue)} />
      <Undelivered {...queue} />
      {shipments.length === 0 ? (
        <EmptyList title="Nothing waits to be packed." />
      ) : (
        <Split aside={<Aside queue={queue} size={answer?.size} />}>
          {answer ? (
            <DeskNote kind="danger" isAnswer>
              <p>{answer.refusal}</p>
            </DeskNote>
          ) : null}
          <DataTable
            label="Shipments"
            isInside
            rows={shipments}
            keyOf={(row) => `${row.order} ${row.state} ${linesText(row)}`}
            columns={columns}
          />
        </Split>
      )}
      <TableFoot
        newer={isFirst ? null : pageHref(until, null)}
        older={older === null ? null : pageHref(until, older)}
      >
        {older === null && isFirst ? `${count} listed` : `${shipments.length} of ${count} on this page`}
      </TableFoot>
    </>
  )
}

export default FulfillmentPage
