import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskDisputes, listDeskPayouts, viewDeskLedger, viewDeskTaxes } from '../finance-endpoints.ts'
import { listDeskReconciliations } from '../reconciliation-endpoints.ts'
import { DisputeTable } from './disputes-page.tsx'
import { FinanceHead } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { Split } from './parts/layout.tsx'
import { Section } from './parts/section.tsx'
import { PayoutTable } from './payouts-page.tsx'
import { ReconciliationResult } from './reconciliation-list.tsx'
import { TaxTable } from './taxes-page.tsx'
import { TrialBalance } from './trial-balance.tsx'
import styles from './finance.module.css'
import { monthText } from './parts/times.tsx'

/** Rows of each list; the rest is on its own page. */
const shown = 5

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const [{ reconciliations }, ledger, { payouts }, taxes, { disputes }] = await Promise.all([
    call(listDeskReconciliations, {}),
    call(viewDeskLedger, {}),
    call(listDeskPayouts, { limit: shown }),
    call(viewDeskTaxes, {}),
    call(listDeskDisputes, { limit: shown }),
  ])
  const mayAnswer = actor.kind === 'staff' && allows(actor.role, 'disputes')
  return { title: 'Finance', last: reconciliations[0] ?? null, ledger, payouts, taxes, disputes, mayAnswer }
}

type Overview = Awaited<ReturnType<typeof loader>>

const Payouts = ({ payouts }: Pick<Overview, 'payouts'>) => (
  <Section title="Payouts" aside={<a href="/desk/finance/payouts">All</a>}>
    {payouts.length === 0 ? (
      <p>Nothing was paid out yet.</p>
    ) : (
      <PayoutTable payouts={payouts} isInside isShort />
    )}
  </Section>
)

const Disputes = ({ disputes, mayAnswer }: Pick<Overview, 'disputes' | 'mayAnswer'>) => (
  <Section title="Open disputes" aside={<a href="/desk/finance/disputes">All</a>}>
    {disputes.length === 0 ? (
      <p>No dispute is open.</p>
    ) : (
      <DisputeTable disputes={disputes} mayAnswer={mayAnswer} isShort />
    )}
  </Section>
)

const Last = ({ last }: Pick<Overview, 'last'>) => (
  <Section title="Reconciliation" aside={<a href="/desk/finance/reconciliation">All results</a>}>
    {last === null ? <p>Nothing was compared yet.</p> : <ReconciliationResult one={last} />}
  </Section>
)

/** Where the money is: compared, balanced, paid out, owed as tax, and disputed. */
const FinancePage = () => {
  const { last, ledger, payouts, taxes, disputes, mayAnswer } = useLoaderData<typeof loader>()
  return (
    <>
      <FinanceHead
        at="Overview"
        title="Finance"
        sub="Every number opens the rows that it is made of."
        actions={<ActionLink href="/desk/finance/reconciliation">Reconcile…</ActionLink>}
      />
      <div className={styles.work}>
        <Split
          aside={
            <>
              <Disputes disputes={disputes} mayAnswer={mayAnswer} />
              <Payouts payouts={payouts} />
            </>
          }
        >
          <Last last={last} />
          {ledger.currencies.map((one) => (
            <TrialBalance key={one.currency} balance={one} until={undefined} />
          ))}
          <Section
            title={`Tax by place, ${monthText(taxes.month)}`}
            aside={<a href="/desk/finance/taxes">All months</a>}
          >
            {taxes.taxes.length === 0 ? (
              <p>No tax was posted in this month.</p>
            ) : (
              <TaxTable month={taxes.month} taxes={taxes.taxes} isInside />
            )}
          </Section>
        </Split>
      </div>
    </>
  )
}

export default FinancePage
