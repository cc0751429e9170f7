import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { flagSentence } from '#experiment/rules/flag-sentence.ts'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { viewRolloutReach } from '../experiment-endpoints.ts'
import { changeDeskFlag, requestFlagRollout, viewDeskFlag } from '../flag-endpoints.ts'
import { flagMark } from '../rules/experiment-words.ts'
import { baseOf, FlagFields, audienceIn, audienceTexts, textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { elsewhereText } from './flags-page.tsx'
import { HistoryTable } from './history-table.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { RolloutRequest } from './rollout-request.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const [flag, { accounts }] = await Promise.all([
    call(viewDeskFlag, { name: params['name'] ?? '' }),
    call(viewRolloutReach, {}),
  ])
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'experiments:change')
  return { title: flag.name, flag, accounts, mayChange, requestId }
}

const ask = async (call: ShopContext['call'], name: string, entered: EnteredTexts): Promise<string> => {
  const { id } = await call(requestFlagRollout, {
    name,
    base: textIn(entered, 'base'),
    accounts: textIn(entered, 'accounts'),
    typed: textIn(entered, 'typed'),
    reason: textIn(entered, 'reason'),
    request_id: textIn(entered, 'request_id'),
    description: textIn(entered, 'description'),
    audience: audienceIn(entered),
  })
  return `/desk/approvals/${id}`
}

const change = async (call: ShopContext['call'], name: string, entered: EnteredTexts): Promise<string> => {
  await call(changeDeskFlag, {
    name,
    base: textIn(entered, 'base'),
    reason: textIn(entered, 'reason'),
    description: textIn(entered, 'description'),
    percent: textIn(entered, 'percent'),
    audience: audienceIn(entered),
  })
  return `/desk/flags/${name}?done=changed`
}

/** Changes the flag, or asks a second person to turn it on for everyone. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const name = params['name'] ?? ''
  const entered = textsOf(await postedForm(request))
  let next: string
  try {
    next =
      textIn(entered, 'intent') === 'ask' ? await ask(call, name, entered) : await change(call, name, entered)
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(next, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const textsOfFlag = ({ flag }: Pick<Loaded, 'flag'>): EnteredTexts =>
  new Map([
    ['description', flag.description],
    ['percent', String(flag.percent)],
    ...audienceTexts(flag.audience),
  ])

const ChangeForm = ({ flag }: Pick<Loaded, 'flag'>) => {
  const answer = useActionData<typeof action>()
  const { entered = textsOfFlag({ flag }), errors = noErrors } = answer ?? {}
  return (
    <Section title="Change">
      <form method="post">
        <input type="hidden" name="base" value={baseOf(answer, flag.version)} />
        <FlagFields entered={entered} errors={errors}>
          <Entry
            label="Reason"
            name="reason"
            maxLength={200}
            autoComplete="off"
            hint="The audit log keeps it."
            defaultValue={textIn(entered, 'reason')}
            error={errors.get('reason')}
          />
          <p>
            <ActionButton kind="primary">Change flag</ActionButton>
          </p>
        </FlagFields>
      </form>
    </Section>
  )
}

const Rollout = ({ flag, accounts, requestId }: Pick<Loaded, 'flag' | 'accounts' | 'requestId'>) => {
  const answer = useActionData<typeof action>()
  const { entered = textsOfFlag({ flag }), errors = noErrors } = answer ?? {}
  return (
    <RolloutRequest
      what="the flag"
      accounts={accounts}
      base={baseOf(answer, flag.version)}
      requestId={requestId}
      entered={entered}
      errors={errors}
    >
      {['description', 'countries', 'subscribers', 'devices'].map((name) => (
        <input key={name} type="hidden" name={name} value={textIn(entered, name)} />
      ))}
    </RolloutRequest>
  )
}

const answers: ReadonlyMap<string, string> = new Map([
  ['changed', 'Changed. Every page has it within seconds.'],
  ['created', 'The flag is there.'],
])

/** One flag: what it does now, changing it, and what it said before. */
const FlagPage = () => {
  const { flag, accounts, mayChange, requestId } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/flags">Flags</a>}
        title={flag.name}
        sub={
          <>
            <StateMark mark={flagMark(flag.percent)} /> {flagSentence(flag)}
          </>
        }
      />
      <Body>
        <ActionAnswer refusal={refusal} done={answers} />
        {flag.is_decided_elsewhere ? (
          <DeskNote>
            <p>{elsewhereText}</p>
          </DeskNote>
        ) : null}
        {mayChange ? <ChangeForm flag={flag} /> : null}
        {mayChange && flag.percent < 100 ? (
          <Rollout flag={flag} accounts={accounts} requestId={requestId} />
        ) : null}
        <HistoryTable of={flag.name} history={flag.history} />
      </Body>
    </>
  )
}

export default FlagPage
