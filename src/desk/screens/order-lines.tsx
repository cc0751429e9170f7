import { priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import { DataTable } from './parts/data-table.tsx'
import { ProductName } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import type { Column } from './parts/data-table.tsx'

type Line = DeskOrder['lines'][number]

/** Each lot of a line once, with the units in all of its shipments. */
const lotsOf = ({ shipments }: DeskOrder, { position }: Line) => {
  const own = shipments.flatMap(({ lots }) => lots.filter((lot) => lot.position === position))
  return [...Map.groupBy(own, ({ lot }) => lot).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, units: others.reduce((sum, { units }) => sum + units, first.units) }] : [],
  )
}

const LineLots = ({ order, line }: { readonly order: DeskOrder; readonly line: Line }) =>
  lotsOf(order, line).map(({ lot, units, certificate }) => (
    <small key={lot}>
      <br />
      Lot <a href={`/desk/stock/lots/${encodeURIComponent(lot)}`}>{lot}</a>: {units}
      {certificate === null ? null : (
        <>
          , <a href={certificate}>certificate</a>
        </>
      )}
    </small>
  ))

const columnsIn = (order: DeskOrder, currency: Currency): readonly Column<DeskOrder['lines'][number]>[] => [
  {
    name: 'Product',
    cell: (line) => (
      <>
        <ProductName name={line.name} product={line.product} />
        <LineLots order={order} line={line} />
      </>
    ),
    wraps: true,
  },
  { name: 'Units', cell: ({ quantity }) => quantity, isFigure: true },
  { name: 'Each', cell: ({ price }) => priceText(price, currency), isFigure: true, isWide: true },
  { name: 'Discount', cell: ({ discount }) => priceText(discount, currency), isFigure: true, isWide: true },
  { name: 'Tax', cell: ({ tax }) => priceText(tax, currency), isFigure: true, isWide: true },
  { name: 'Paid', cell: ({ total }) => priceText(total, currency), isFigure: true },
]

/** The lines of an order, to the cent. */
export const OrderLines = ({ order }: { readonly order: DeskOrder }) => (
  <Section title="Lines">
    <DataTable
      label="Lines of the order"
      isInside
      rows={order.lines}
      keyOf={({ position }) => String(position)}
      columns={columnsIn(order, order.currency)}
    />
  </Section>
)
