import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { allows } from '#shared/staff.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskReconciliations, startDeskReconciliation } from '../reconciliation-endpoints.ts'
import { FinanceHead } from './finance-frame.tsx'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { ReconciliationResult } from './reconciliation-list.tsx'
import styles from './finance.module.css'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const list = await call(listDeskReconciliations, {})
  return {
    title: 'Reconciliation',
    ...list,
    mayStart: actor.kind === 'staff' && allows(actor.role, 'finance:act'),
  }
}

const Posted = z.object({ from: z.string(), until: z.string() })

/** Starts a comparison. A refusal keeps the days that were chosen. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const entered = await postedAs(Posted, request)
  try {
    await context.get(shopContext).call(startDeskReconciliation, entered)
  } catch (thrown) {
    return { refusal: refusalIn(thrown), entered }
  }
  throw redirect('/desk/finance/reconciliation', 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

interface StartFormProps {
  readonly today: string
  readonly answer: Answer
}

const StartForm = ({ today, answer }: StartFormProps) => {
  const weekAgo = Temporal.PlainDate.from(today).subtract({ days: 7 }).toString()
  return (
    <Section title="Compare">
      <form method="post">
        <Fields>
          <Entry
            label="From"
            name="from"
            type="date"
            required
            defaultValue={answer?.entered.from ?? weekAgo}
            hint="Days in UTC, as the processor keeps its records."
          />
          <Entry
            label="Until"
            name="until"
            type="date"
            required
            defaultValue={answer?.entered.until ?? today}
          />
          <p>
            <ActionButton kind="primary">Reconcile</ActionButton>
          </p>
        </Fields>
      </form>
      <p>At most 31 days. Nothing is changed by it, at the shop or at the processor.</p>
    </Section>
  )
}

/** The shop's records against those of the processor. */
const ReconciliationPage = () => {
  const { reconciliations, processor, today, mayStart } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <FinanceHead
        at="Reconciliation"
        title="Reconciliation"
        sub={`Charges, refunds, disputes, fees and payouts of the shop and of the card processor (${processor}), one by one.`}
      />
      <div className={styles.work}>
        <Split aside={mayStart ? <StartForm today={today} answer={answer} /> : null}>
          {answer ? (
            <DeskNote kind="danger" isAnswer>
              <p>{answer.refusal}</p>
            </DeskNote>
          ) : null}
          <Section title="Results" aside="the latest first">
            {reconciliations.length === 0 ? <p>Nothing was compared yet.</p> : null}
            {reconciliations.map((one) => (
              <ReconciliationResult key={one.id} one={one} />
            ))}
          </Section>
        </Split>
      </div>
    </>
  )
}

export default ReconciliationPage
