import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskPayout } from '../finance-endpoints.ts'
import type { DeskPayout } from '../finance-endpoints.ts'
import { factText, payoutMarks } from '../rules/finance-filter.ts'
import { FinanceHead, OrderLink, queryOf, wordsIn } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { Facts, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import { figureText } from './trial-balance.tsx'
import styles from './finance.module.css'

export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const after = wordsIn(request)('after')
  const view = await context.get(shopContext).call(viewDeskPayout, { id: params['id'] ?? '', after })
  return { title: `Payout of ${dayText(view.payout.created_at)}`, ...view, after }
}

type Part = ReplyOf<typeof viewDeskPayout>['parts'][number]

const columns: readonly Column<Part>[] = [
  { name: 'Day', cell: ({ happened_at: at }) => dayText(at) },
  { name: 'What', cell: ({ kind }) => factText(kind) },
  { name: 'Order', cell: ({ order_number: number }) => <OrderLink number={number} /> },
  { name: 'Amount', cell: ({ amount }) => figureText(amount), isFigure: true, isWide: true },
  { name: 'Fee', cell: ({ fee }) => figureText(fee), isFigure: true, isQuiet: true, isWide: true },
  { name: 'Net', cell: ({ net }) => figureText(net), isFigure: true },
]

const Terms = ({ payout }: { readonly payout: DeskPayout }) => (
  <Section title="Payout">
    <Facts
      facts={[
        ['State', <StateMark key="state" mark={payoutMarks[payout.state]} />],
        ['Paid out', priceText(payout.amount, payout.currency)],
        ['Fees', payout.fees === null ? '—' : priceText(payout.fees, payout.currency)],
        ['At the processor', payout.name],
      ]}
    />
  </Section>
)

/** What a payout is made of. */
const PayoutPage = () => {
  const { payout, parts, older, after, title } = useLoaderData<typeof loader>()
  const address = `/desk/finance/payouts/${payout.id}`
  return (
    <>
      <FinanceHead
        at="Payouts"
        title={title}
        crumb={<a href="/desk/finance/payouts">Payouts</a>}
        actions={<ActionLink href={`${address}/parts.csv`}>Export CSV</ActionLink>}
      />
      <div className={styles.work}>
        <Split aside={<Terms payout={payout} />}>
          {parts.length === 0 ? (
            <EmptyList isInside title="Its parts are read when it is paid." />
          ) : (
            <DataTable
              label={`Parts, in ${payout.currency}`}
              isInside
              rows={parts}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
          <TableFoot
            isInside
            newer={after === undefined ? null : address}
            older={older === null ? null : `${address}${queryOf({ after: older })}`}
          >
            {parts.length} shown, in {payout.currency}. The net amounts of all come to what was paid out.
          </TableFoot>
        </Split>
      </div>
    </>
  )
}

export default PayoutPage
