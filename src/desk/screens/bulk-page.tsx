import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { requestBulkApproval } from '../approval-endpoints.ts'
import { startBulkAction, stopBulkAction, viewBulkAction } from '../bulk-endpoints.ts'
import { BulkActions } from './bulk-forms.tsx'
import { BulkCounts, BulkRows, actionWords, bulkMarks } from './bulk-rows.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const view = await call(viewBulkAction, { id: params['id'] ?? '' })
  return { title: actionWords[view.action].button(view.acted), view, requestId }
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Starts what was shown, asks a second person for it, or stops it; a refusal keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const id = params['id'] ?? ''
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = { reason: textIn(form, 'reason'), count: textIn(form, 'count') }
  let approval: string | null = null
  try {
    if (form.get('intent') === 'stop') await call(stopBulkAction, { id })
    else if (form.get('intent') === 'ask') {
      const requested = { id, ...entered, request_id: textIn(form, 'request_id') }
      approval = (await call(requestBulkApproval, requested)).id
    } else await call(startBulkAction, { id, ...entered })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), ...entered }
  }
  throw redirect(approval === null ? `/desk/orders/bulk/${id}` : `/desk/approvals/${approval}`, 303)
}

type View = Awaited<ReturnType<typeof loader>>['view']

const titleOf = ({ action: kind, state, acted, chosen }: View): string =>
  actionWords[kind].button(state === 'prepared' ? acted : chosen)

const subOf = (view: View): string => {
  const how = view.is_filter ? 'all orders of a filtered list' : 'one by one'
  return `${view.chosen.toLocaleString('en-US')} chosen, ${how}, ${timeText(view.prepared_at)}, by ${view.by}.`
}

const actionTitles = {
  prepared: 'Confirm',
  running: 'Progress',
  finished: 'Result',
  stopped: 'Result',
} as const

/** A bulk action: what it would do, order by order, and then what it did. */
const BulkPage = () => {
  const { view, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    // Drawn again while it runs, by a script; without scripts by the link in it.
    <div data-desk-live={view.state} data-desk-bulk="">
      <DeskHead
        crumb={
          <>
            <a href="/desk/orders">Orders</a> / <a href="/desk/orders/bulk">Bulk actions</a>
          </>
        }
        title={titleOf(view)}
        sub={
          <>
            <StateMark mark={bulkMarks[view.state]} /> {subOf(view)}
          </>
        }
      />
      <Split aside={<BulkCounts view={view} />}>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <Section title={actionTitles[view.state]}>
          <BulkActions view={view} requestId={requestId} entered={answer ?? null} />
        </Section>
        <BulkRows view={view} />
      </Split>
    </div>
  )
}

export default BulkPage
