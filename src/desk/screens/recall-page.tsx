import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskRecall } from '../recall-endpoints.ts'
import type { DeskRecallRow } from '../recall-endpoints.ts'
import { ActionLink, ActionRow } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { Facts, Section } from './parts/section.tsx'
import { unitsText } from './stock-parts.tsx'
import { dayText } from './parts/times.tsx'

const afterIn = (url: string): string | undefined => new URL(url).searchParams.get('after') ?? undefined

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const lot = params['lot'] ?? ''
  const after = afterIn(request.url)
  const recall = await context.get(shopContext).call(viewDeskRecall, { lot, after })
  return { title: `Lot ${recall.lot}`, isFirst: after === undefined, ...recall }
}

type Loaded = Awaited<ReturnType<typeof loader>>

const columns: readonly Column<DeskRecallRow>[] = [
  { name: 'Order', cell: ({ order }) => <a href={`/desk/orders/${order}`}>{order}</a> },
  {
    name: 'Person',
    cell: ({ person, account_id: id }) =>
      person === null ? '—' : <a href={`/desk/members/${id}`}>{person.name}</a>,
    fills: true,
  },
  { name: 'Email', cell: ({ person }) => person?.email ?? '—', isQuiet: true, isWide: true },
  { name: 'Country', cell: ({ country }) => country, isWide: true },
  { name: 'Shipment', cell: ({ state }) => state.replaceAll('-', ' ') },
  {
    name: 'Shipped',
    cell: ({ shipped_at: at }) => (at === null ? '—' : dayText(at)),
    isQuiet: true,
    isWide: true,
  },
  { name: 'Units', cell: ({ units }) => unitsText(units), isFigure: true },
  { name: 'Returned', cell: ({ returned }) => (returned === 0 ? '' : unitsText(returned)), isFigure: true },
]

const LotFacts = ({ recall }: { readonly recall: Loaded }) => (
  <Section title="The lot">
    <Facts
      facts={[
        ...recall.on_hand.map(
          ({ product, remaining, best_before: day }) =>
            [
              product,
              `${unitsText(remaining)} on hand${day === null ? '' : `, best before ${dayText(day)}`}`,
            ] as const,
        ),
        ['Orders', unitsText(recall.orders)],
        ['Units in shipments', unitsText(recall.units)],
        ['Returned', unitsText(recall.returned)],
        ...(recall.certificate === null
          ? []
          : [
              [
                'Certificate',
                <a key="certificate" href={recall.certificate}>
                  {recall.lot}
                </a>,
              ] as const,
            ]),
      ]}
    />
  </Section>
)

/** Who has units of a lot, for a recall. */
const RecallPage = () => {
  const recall = useLoaderData<typeof loader>()
  const path = `/desk/stock/lots/${encodeURIComponent(recall.lot)}`
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/stock">Stock</a>}
        title={`Lot ${recall.lot}`}
        sub="Who has units of it. What is only packed has not left."
      />
      <Body>
        <LotFacts recall={recall} />
        <ActionRow>
          <ActionLink href={`${path}/recall.csv`}>Export as CSV</ActionLink>
        </ActionRow>
      </Body>
      {recall.rows.length === 0 ? (
        <EmptyList title="No unit of this lot is in a shipment." />
      ) : (
        <DataTable
          label={`Shipments with lot ${recall.lot}`}
          rows={recall.rows}
          keyOf={({ shipment_id: id, product }) => `${id} ${product}`}
          columns={columns}
        />
      )}
      {recall.rows.length === 0 ? null : (
        <TableFoot
          newer={recall.isFirst ? null : path}
          older={recall.older === null ? null : `${path}?after=${recall.older}`}
        >
          {unitsText(recall.orders)} orders.
        </TableFoot>
      )}
    </>
  )
}

export default RecallPage
