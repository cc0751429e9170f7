import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskTaxes } from '../finance-endpoints.ts'
import { placeText } from '../rules/finance-filter.ts'
import { FinanceHead, queryOf, wordsIn, MonthLinks } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Body } from './parts/layout.tsx'
import { Facts, Section } from './parts/section.tsx'
import { monthText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const month = wordsIn(request)('month')
  return { title: 'Tax', ...(await context.get(shopContext).call(viewDeskTaxes, { month })) }
}

type Taxes = ReplyOf<typeof viewDeskTaxes>
type Tax = Taxes['taxes'][number]

const columnsOf = (month: string): readonly Column<Tax>[] => [
  {
    name: 'Place',
    cell: ({ place, currency }) => (
      <a href={`/desk/finance/taxes/${month}${queryOf({ place, currency })}`}>{placeText(place)}</a>
    ),
  },
  { name: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-US'), isFigure: true },
  { name: 'Collected', cell: ({ collected, currency }) => priceText(collected, currency), isFigure: true },
  {
    name: 'Refunded',
    cell: ({ refunded, currency }) => priceText(refunded, currency),
    isFigure: true,
    isQuiet: true,
  },
  { name: 'Owed', cell: ({ owed, currency }) => priceText(owed, currency), isFigure: true },
]

/** The places of a month with their tax; each opens what it is made of. */
export const TaxTable = ({
  month,
  taxes,
  isInside,
}: Pick<Taxes, 'month' | 'taxes'> & { readonly isInside?: boolean }) => (
  <DataTable
    label="Tax by place"
    isInside={isInside ?? false}
    rows={taxes}
    keyOf={({ place, currency }) => `${place} ${currency}`}
    columns={columnsOf(month)}
  />
)

const Totals = ({ totals }: Pick<Taxes, 'totals'>) => (
  <Section title="Owed in this month">
    <Facts facts={totals.map(({ currency, owed }) => [currency, priceText(owed, currency)])} />
  </Section>
)

/** What orders of a month added to the tax of each place, and what refunds took back. */
const TaxesPage = () => {
  const { month, today, taxes, totals } = useLoaderData<typeof loader>()
  return (
    <>
      <FinanceHead
        at="Tax"
        title={`Tax of ${monthText(month)}`}
        sub="By the day on which it was posted, in the shop’s time zone. Currencies are never added up."
        actions={
          <>
            <MonthLinks
              month={month}
              today={today}
              address={(other) => `/desk/finance/taxes?month=${other}`}
            />
            <ActionLink href={`/desk/finance/taxes.csv?month=${month}`}>Export CSV</ActionLink>
          </>
        }
      />
      {taxes.length === 0 ? (
        <EmptyList title="No tax was posted in this month." />
      ) : (
        <>
          <TaxTable month={month} taxes={taxes} />
          <TableFoot newer={null} older={null}>
            {taxes.length} listed.
          </TableFoot>
          <Body>
            <Totals totals={totals} />
          </Body>
        </>
      )}
    </>
  )
}

export default TaxesPage
