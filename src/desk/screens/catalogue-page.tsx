import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { currencyOf } from '#shared/currency-codes.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskCatalogue } from '../catalogue-endpoints.ts'
import type { DeskCatalogueEntry } from '../catalogue-endpoints.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import type { Mark } from '../rules/order-marks.ts'
import { StateMark } from './parts/mark.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { dayText } from './parts/times.tsx'
import { intervalText } from '#shared/messages/interval-text.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { entries } = await context.get(shopContext).call(listDeskCatalogue, {})
  return { title: 'Catalogue', entries }
}

const priceText = ({ currency, price }: DeskCatalogueEntry['prices'][number]): string => {
  const known = currencyOf(currency)
  return known === null ? `${price} ${currency}` : formatPrice(parsePrice(price, known), known)
}

const entryIntervalText = ({ product, interval_months: months }: DeskCatalogueEntry): string => {
  if (product === null) return 'a bundle'
  if (months === null) return 'once'
  return intervalText(months)
}

const stateMark = ({ product, stock, is_sold_alone: isSoldAlone }: DeskCatalogueEntry): Mark => {
  if (product === null) return { word: 'on pages', level: 'full', tone: 'ok' }
  if (!isSoldAlone) return { word: 'only with others', level: 'half', tone: 'quiet' }
  return stock && stock.available < stock.takes
    ? { word: 'sold out', level: 'low', tone: 'bad' }
    : { word: 'on sale', level: 'full', tone: 'ok' }
}

const columns: readonly Column<DeskCatalogueEntry>[] = [
  { name: 'Code', cell: ({ code }) => <a href={`/desk/catalogue/entries/${code}`}>{code}</a> },
  { name: 'Name', cell: ({ name }) => name, fills: true },
  { name: 'Comes', cell: entryIntervalText, isQuiet: true, isWide: true },
  { name: 'Price', cell: ({ prices }) => prices.slice(0, 1).map(priceText), isFigure: true },
  {
    name: 'In other currencies',
    cell: ({ prices }) => prices.slice(1).map(priceText).join(' · '),
    isQuiet: true,
    isWide: true,
  },
  {
    name: 'Stock',
    cell: ({ stock }) => (stock === null ? '' : stock.available.toLocaleString('en-US')),
    isFigure: true,
    isWide: true,
  },
  { name: 'State', cell: (entry) => <StateMark mark={stateMark(entry)} />, isWide: true },
  {
    name: 'Changed',
    cell: ({ changed }) => `${dayText(changed.at)}, ${changed.by}`,
    isQuiet: true,
    isWide: true,
    wraps: true,
  },
]

/** Products and plans as they are sold now. */
const CataloguePage = () => {
  const { entries } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Catalogue"
        sub="A new price is for new buyers at once. Subscriptions keep theirs until a price increase."
        actions={
          <ActionLink href="/desk/catalogue/new" kind="primary">
            New plan
          </ActionLink>
        }
      />
      <DataTable label="Products and plans" rows={entries} keyOf={({ code }) => code} columns={columns} />
      <TableFoot newer={null} older={null}>
        {`${entries.length} listed`}
      </TableFoot>
    </>
  )
}

export default CataloguePage
