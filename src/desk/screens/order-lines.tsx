import { formatPrice, parsePrice } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import { DataTable } from './parts/data-table.tsx'
import { ProductName } from './parts/mark.tsx'
import { Section } from './parts/section.tsx'
import type { Column } from './parts/data-table.tsx'

export const priceText = (price: string): string => formatPrice(parsePrice(price), 'USD')

const columns: readonly Column<DeskOrder['lines'][number]>[] = [
  {
    name: 'Product',
    cell: ({ name, product }) => <ProductName name={name} product={product} />,
    wraps: true,
  },
  { name: 'Units', cell: ({ quantity }) => quantity, isFigure: true },
  { name: 'Each', cell: ({ price }) => priceText(price), isFigure: true, isWide: true },
  { name: 'Discount', cell: ({ discount }) => priceText(discount), isFigure: true, isWide: true },
  { name: 'Tax', cell: ({ tax }) => priceText(tax), isFigure: true, isWide: true },
  { name: 'Paid', cell: ({ total }) => priceText(total), isFigure: true },
]

/** The lines of an order, to the cent. */
export const OrderLines = ({ order }: { readonly order: DeskOrder }) => (
  <Section title="Lines">
    <DataTable
      label="Lines of the order"
      isInside
      rows={order.lines}
      keyOf={({ position }) => String(position)}
      columns={columns}
    />
  </Section>
)
