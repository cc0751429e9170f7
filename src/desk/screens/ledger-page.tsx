import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskLedger } from '../finance-endpoints.ts'
import { FinanceHead, queryOf, wordsIn } from './finance-frame.tsx'
import { ActionButton, ActionLink } from './parts/action.tsx'
import { EmptyList } from './parts/data-table.tsx'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { dayText } from './parts/times.tsx'
import { TrialBalance } from './trial-balance.tsx'
import styles from './finance.module.css'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const until = wordsIn(request)('until')
  const ledger = await context.get(shopContext).call(viewDeskLedger, { until })
  return { title: 'Ledger', ...ledger, until }
}

/** The trial balance of each currency, as of now or as a day ended. */
const LedgerPage = () => {
  const { currencies, today, until } = useLoaderData<typeof loader>()
  return (
    <>
      <FinanceHead
        at="Ledger"
        title="Ledger"
        sub={until === undefined ? 'As of now.' : `At the end of ${dayText(until)}, in the shop’s time zone.`}
        actions={<ActionLink href={`/desk/finance/ledger.csv${queryOf({ until })}`}>Export CSV</ActionLink>}
      />
      <div className={styles.work}>
        <Body>
          <form action="/desk/finance/ledger" aria-label="Day of the balance">
            <EntryRow>
              <Entry label="At the end of" name="until" type="date" defaultValue={until} max={today} />
              <ActionButton>Show</ActionButton>
            </EntryRow>
          </form>
          {currencies.map((one) => (
            <TrialBalance key={one.currency} balance={one} until={until} />
          ))}
        </Body>
      </div>
      {currencies.length === 0 ? <EmptyList title="Nothing is posted in the ledger until then." /> : null}
    </>
  )
}

export default LedgerPage
