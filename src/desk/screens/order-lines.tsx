import { priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import { DataTable } from './parts/data-table.tsx'
import { ProductName } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import type { Column } from './parts/data-table.tsx'

const columnsIn = (currency: Currency): readonly Column<DeskOrder['lines'][number]>[] => [
  {
    name: 'Product',
    cell: ({ name, product }) => <ProductName name={name} product={product} />,
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
      columns={columnsIn(order.currency)}
    />
  </Section>
)
