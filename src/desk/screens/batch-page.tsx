import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import type { ReplyOf } from '#shared/endpoint.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  buyDeskBatchLabels,
  closeDeskBatch,
  releaseDeskShipment,
  takeDeskBatch,
  viewDeskBatch,
} from '../batch-endpoints.ts'
import type { BatchRow } from '../batch-endpoints.ts'
import { shipmentMark } from '../rules/order-marks.ts'
import type { Mark } from '../rules/order-marks.ts'
import { ActionButton, ActionLink, PlainButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment } from './parts/times.tsx'
import { PickSection, linesText } from './fulfillment-page.tsx'

/** The number in an address; 0, which no batch has, for anything else. */
const numberIn = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0)

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const batch = await context.get(shopContext).call(viewDeskBatch, { number: numberIn(params['number']) })
  return { title: `Batch ${batch.number}`, batch }
}

const Posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('take') }),
  z.object({ intent: z.literal('close') }),
  z.object({ intent: z.literal('labels') }),
  z.object({ intent: z.literal('release'), shipment_id: z.string() }),
])

/** Changes the batch, or has its labels bought. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const number = numberIn(params['number'])
  const posted = await postedAs(Posted, request)
  try {
    if (posted.intent === 'take') await call(takeDeskBatch, { number })
    else if (posted.intent === 'close') await call(closeDeskBatch, { number })
    else if (posted.intent === 'labels') await call(buyDeskBatchLabels, { number })
    else await call(releaseDeskShipment, { number, shipment_id: posted.shipment_id })
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/fulfillment/batches/${number}`, 303)
}

type Batch = ReplyOf<typeof viewDeskBatch>

const released: Mark = { word: 'back on the list', level: 'struck', tone: 'quiet' }

const Release = ({ row }: { readonly row: BatchRow }) => (
  <form method="post">
    <input type="hidden" name="intent" value="release" />
    <input type="hidden" name="shipment_id" value={row.shipment_id} />
    <PlainButton aria-label={`Put back: ${row.order}`}>Put back</PlainButton>
  </form>
)

const mayGoBack = ({ state }: BatchRow): boolean => ['pending', 'on-hold', 'canceled'].includes(state)

const columnsOf = ({ closed_at: closedAt }: Batch): readonly Column<BatchRow>[] => [
  {
    name: 'Order',
    cell: ({ order, state }) => (
      <a
        href={
          state === 'pending' || state === 'packed' ? `/desk/fulfillment/${order}` : `/desk/orders/${order}`
        }
      >
        {order}
      </a>
    ),
  },
  { name: 'To', cell: ({ name }) => name || '—', isShort: true, isWide: true },
  { name: 'Contents', cell: linesText, fills: true, isWide: true },
  {
    name: 'State',
    cell: ({ state }) => <StateMark mark={state === 'released' ? released : shipmentMark([state])} />,
  },
  {
    name: 'Label',
    cell: ({ order, has_label: hasLabel }) =>
      hasLabel ? (
        <a href={`/desk/fulfillment/${order}/label.pdf`} aria-label={`PDF: label of ${order}`}>
          PDF
        </a>
      ) : (
        '—'
      ),
    isWide: true,
  },
  ...(closedAt === null
    ? [{ name: 'List', cell: (row: BatchRow) => (mayGoBack(row) ? <Release row={row} /> : null) }]
    : []),
]

const ActionForm = ({
  intent,
  children,
  isPrimary = false,
}: {
  readonly intent: string
  readonly children: string
  readonly isPrimary?: boolean
}) => (
  <form method="post">
    <input type="hidden" name="intent" value={intent} />
    <ActionButton kind={isPrimary ? 'primary' : 'secondary'}>{children}</ActionButton>
  </form>
)

const Actions = ({ batch }: { readonly batch: Batch }) => {
  const href = `/desk/fulfillment/batches/${batch.number}`
  const next = batch.rows.find(({ state }) => state === 'pending')
  const isOpen = batch.closed_at === null
  return (
    <>
      {isOpen && next ? (
        <ActionLink kind="primary" href={`/desk/fulfillment/${next.order}`}>
          Pack the next one
        </ActionLink>
      ) : null}
      <ActionLink href={`${href}/pick-list.pdf`}>Pick list</ActionLink>
      <ActionLink href={`${href}/slips.pdf`} hotkey="p">
        Packing slips
      </ActionLink>
      {isOpen && !batch.is_own ? <ActionForm intent="take">Take it over</ActionForm> : null}
      {isOpen ? (
        <ActionForm intent="close" isPrimary={!next}>
          Close the batch
        </ActionForm>
      ) : null}
    </>
  )
}

const Labels = ({ batch }: { readonly batch: Batch }) => {
  const labeled = batch.rows.filter(
    ({ has_label: hasLabel, state }) => hasLabel && state !== 'released',
  ).length
  const wanted = batch.rows.filter(({ has_label: hasLabel, state }) => !hasLabel && state === 'packed').length
  return batch.buys_labels ? (
    <Section title="Labels" aside={`${labeled} bought`}>
      {wanted > 0 ? <ActionForm intent="labels">{`Buy ${wanted} for what is packed`}</ActionForm> : null}
      {labeled > 0 ? (
        <p>
          All of them: <a href={`/desk/fulfillment/batches/${batch.number}/labels.pdf`}>one PDF</a>, or{' '}
          <a href={`/desk/fulfillment/batches/${batch.number}/labels.zpl`}>for a label printer (ZPL)</a>
        </p>
      ) : null}
      {wanted + labeled === 0 ? <p>Labels are bought for what is packed.</p> : null}
    </Section>
  ) : null
}

const holderText = ({ held_by: by, is_own: isOwn, closed_at: closedAt }: Batch): string => {
  if (closedAt !== null) return `Closed. ${by} had it.`
  return isOwn ? 'You pack it.' : `${by} packs it.`
}

const Aside = ({ batch }: { readonly batch: Batch }) => (
  <>
    <PickSection pick={batch.pick} />
    <Labels batch={batch} />
    <Section title="Batch">
      <Facts
        facts={[
          ['Made by', batch.made_by],
          ['Made', <Moment key="made" at={batch.made_at} />],
          ['Packed by', batch.held_by],
          ['Shipments', batch.shipments],
          ['To pack', batch.to_pack],
          ...(batch.closed_at === null
            ? []
            : [['Closed', <Moment key="closed" at={batch.closed_at} />] as const]),
        ]}
      />
    </Section>
  </>
)

/** A batch: its shipments as they are now, what to pick for them, and who packs it. */
const BatchPage = () => {
  const { batch } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/fulfillment">Fulfillment</a> / <a href="/desk/fulfillment/batches">Batches</a>
          </>
        }
        title={`Batch ${batch.number}`}
        sub={holderText(batch)}
        actions={<Actions batch={batch} />}
      />
      <Split aside={<Aside batch={batch} />}>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <DataTable
          label="Shipments of the batch"
          isInside
          rows={batch.rows}
          keyOf={({ shipment_id: id }) => id}
          columns={columnsOf(batch)}
        />
      </Split>
    </>
  )
}

export default BatchPage
