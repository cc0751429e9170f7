import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskStock } from '../stock-endpoints.ts'
import type { DeskStockLevel } from '../stock-endpoints.ts'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import {
  CoverBar,
  DeliveryTable,
  MovementTable,
  alarmText,
  lastsText,
  levelMark,
  unitsText,
} from './stock-parts.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const mayMove = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: 'Stock', mayMove, ...(await call(listDeskStock, {})) }
}

const columns: readonly Column<DeskStockLevel>[] = [
  {
    name: 'Stock',
    cell: ({ product }) => <a href={`/desk/stock/${encodeURIComponent(product)}`}>{product}</a>,
  },
  { name: 'State', cell: (level) => <StateMark mark={levelMark(level)} /> },
  { name: '12 weeks of cover', cell: (level) => <CoverBar level={level} />, isWide: true },
  { name: 'Lasts until', cell: lastsText },
  { name: 'Available', cell: ({ available }) => unitsText(available), isFigure: true },
  {
    name: 'Expected',
    cell: ({ announced }) => (announced === 0 ? '' : unitsText(announced)),
    isFigure: true,
  },
  { name: 'Alarm', cell: alarmText, isQuiet: true, isWide: true },
  { name: 'Plans', cell: ({ plans }) => plans.join(', '), isQuiet: true, isWide: true, fills: true },
]

/** What is in stock and expected, and what people received, wrote off and counted. */
const StockPage = () => {
  const { stock, deliveries, movements, mayMove } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Stock"
        sub="What is not sold or reserved; below zero it is owed to members. Orders take from it and give back by themselves."
      />
      <DataTable label="Stock" rows={stock} keyOf={({ product }) => product} columns={columns} />
      <Body>
        {mayMove ? (
          <p>
            <a href="/desk/stock/receipts/file">Receive from a file</a>
          </p>
        ) : null}
        <Section title="Expected deliveries" aside={<a href="/desk/report/stock">Week by week</a>}>
          {deliveries.length === 0 ? (
            <EmptyList title="No delivery is expected. Open a stock to announce one." isInside />
          ) : (
            <DeliveryTable deliveries={deliveries} />
          )}
        </Section>
        <Section title="Received, written off and counted lately">
          {movements.length === 0 ? (
            <EmptyList title="Nobody received, wrote off or counted anything yet." isInside />
          ) : (
            <MovementTable movements={movements} hasProduct />
          )}
        </Section>
      </Body>
    </>
  )
}

export default StockPage
