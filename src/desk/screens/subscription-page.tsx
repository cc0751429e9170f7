import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { formValuesIn } from '#subscription/change/screens/read-change.ts'
import { ShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { retriedAnswers, retriedWord } from '../rules/parked-words.ts'
import { staffChangeIn } from '../rules/staff-changes.ts'
import {
  retryDeskRenewal,
  viewDeskSubscription,
  viewDeskSubscriptionChoices,
} from '../subscription-endpoints.ts'
import { ActionAnswer } from './parts/action.tsx'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { makeStaffChange, prepareStaffChange } from './prepare-staff-change.ts'
import { ChangePanel } from './subscription-change.tsx'
import {
  ParkedNote,
  SubscriptionAside,
  SubscriptionHead,
  SubscriptionHistory,
} from './subscription-parts.tsx'

const ownFields = ['change', 'token', 'step', 'request_id', 'reason', 'done']

const valuesIn = (fields: Iterable<readonly [string, unknown]>) =>
  formValuesIn([...fields].filter(([name]) => !ownFields.includes(name)))

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const id = params['id'] ?? ''
  const view = await call(viewDeskSubscription, { id })
  const mayAct = actor.kind === 'staff' && allows(actor.role, 'members:act')
  const query = new URL(request.url).searchParams
  const change = mayAct ? staffChangeIn(query.get('change')) : null
  const panel =
    change === null
      ? null
      : {
          action: change,
          choices: await call(viewDeskSubscriptionChoices, { id }),
          prepared: await prepareStaffChange(call, { id, action: change, values: valuesIn(query) }),
        }
  return { title: view.subscription.plan.name, view, mayAct, panel, requestId }
}

/** Takes a parked subscription up again. */
const retry = async (call: ShopContext['call'], id: string, request_id: string) => {
  let word: string
  try {
    word = retriedWord((await call(retryDeskRenewal, { id, request_id })).outcome)
  } catch (thrown) {
    return { refusal: refusalIn(thrown), prepared: undefined, reason: undefined }
  }
  throw redirect(`/desk/subscriptions/${id}?done=${word}`, 303)
}

/** Previews an address, makes the change, or takes a parked subscription up again. A refusal keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const form = await postedForm(request)
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  if (text('step') === 'retry') return retry(call, id, text('request_id'))
  const change = staffChangeIn(new URL(request.url).searchParams.get('change'))
  if (change === null) throw new ShopError('NOT_FOUND')
  const wanted = { id, action: change, values: valuesIn(form.entries()) }
  const reason = text('reason')
  if (text('step') !== 'commit')
    return { prepared: await prepareStaffChange(call, wanted), reason, refusal: undefined }
  const refused = await makeStaffChange(call, {
    ...wanted,
    token: text('token'),
    requestId: text('request_id'),
    reason,
  })
  if (refused !== null) return { prepared: refused, reason, refusal: undefined }
  throw redirect(`/desk/subscriptions/${id}?done=changed`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['changed', 'It is changed. The member gets a mail with your name and the reason.'],
  ...retriedAnswers,
])

/** A subscription of a member: what comes, what changed, and the changes that the member can make too. */
const SubscriptionPage = () => {
  const { view, mayAct, panel, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <SubscriptionHead view={view} mayAct={mayAct} current={panel?.action ?? null} />
      {panel === null ? null : (
        <ChangePanel
          view={view}
          action={panel.action}
          choices={panel.choices}
          prepared={answer?.prepared ?? panel.prepared}
          requestId={requestId}
          reason={answer?.reason}
        />
      )}
      <Split aside={<SubscriptionAside view={view} />}>
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        <ParkedNote parked={view.parked} mayAct={mayAct} requestId={requestId} />
        <SubscriptionHistory view={view} />
      </Split>
    </>
  )
}

export default SubscriptionPage
