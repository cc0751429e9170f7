import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { campaignChecks } from '#newsletter/rules/campaign-check.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import {
  moveDeskCampaign,
  scheduleDeskCampaign,
  testDeskCampaign,
  viewCampaignReach,
} from '../campaign-endpoints.ts'
import { problemWords } from '../rules/campaign-words.ts'
import { CampaignHead, loadCampaign, CampaignReach, numberText } from './campaign-frame.tsx'
import { ScheduleForm } from './campaign-schedule-form.tsx'
import { textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'

export const loader = async (args: LoaderFunctionArgs) => {
  const loaded = await loadCampaign(args)
  const reach = await args.context.get(shopContext).call(viewCampaignReach, { id: loaded.campaign.id })
  return { ...loaded, reach }
}

const schedule = async (call: ShopContext['call'], id: string, entered: EnteredTexts): Promise<string> => {
  const { approval } = await call(scheduleDeskCampaign, {
    id,
    version: textIn(entered, 'version'),
    send_at: textIn(entered, 'send_at'),
    per_hour: textIn(entered, 'per_hour'),
    count: textIn(entered, 'count'),
    typed: textIn(entered, 'typed'),
    reason: textIn(entered, 'reason'),
    request_id: textIn(entered, 'request_id'),
  })
  return approval === null ? 'scheduled' : 'asked'
}

const moves = ['cancel', 'stop', 'continue'] as const

const send = async (call: ShopContext['call'], id: string, entered: EnteredTexts): Promise<string> => {
  const intent = textIn(entered, 'intent')
  if (intent === 'schedule') return schedule(call, id, entered)
  const move = moves.find((one) => one === intent)
  if (move !== undefined) {
    await call(moveDeskCampaign, { id, action: move, reason: textIn(entered, 'reason') })
    return move
  }
  await call(testDeskCampaign, { id, version: textIn(entered, 'version'), to: textIn(entered, 'to') })
  return 'tested'
}

/** Sends a test copy, schedules, cancels, stops or continues. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  const id = params['id'] ?? ''
  let done: string
  try {
    done = await send(context.get(shopContext).call, id, entered)
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/newsletters/${id}/send?done=${done}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['tested', 'A test copy is on its way.'],
  ['scheduled', 'Scheduled, as it is now.'],
  ['asked', 'A second person is asked. Nobody gets it before.'],
  ['cancel', 'The schedule is canceled. It is a draft again.'],
  ['stop', 'Stopped. No further copy is sent.'],
  ['continue', 'It is being sent again.'],
])

const checkWords = {
  texts: 'Texts, unsubscribe link and postal address',
  links: 'Links lead somewhere',
  pictures: 'Pictures have a description',
  claims: 'Claims have a source and the disclaimer',
  size: 'Less than 100 kB',
} as const

type Loaded = Awaited<ReturnType<typeof loader>>

const Checks = ({ campaign }: Pick<Loaded, 'campaign'>) => (
  <Section title="Before it is sent">
    <ul>
      {campaignChecks.map((check) => {
        const problems = campaign.problems.filter((one) => one.check === check)
        const isRight = problems.length === 0
        const mark = isRight
          ? ({ word: checkWords[check], level: 'full', tone: 'ok' } as const)
          : ({ word: checkWords[check], level: 'empty', tone: 'bad' } as const)
        return (
          <li key={check}>
            <StateMark mark={mark} />
            {problems.map((problem) => (
              <p key={`${problem.field} ${problem.message}`}>{problemWords(problem)}</p>
            ))}
          </li>
        )
      })}
    </ul>
  </Section>
)

const TestForm = ({ campaign, staffId }: Pick<Loaded, 'campaign' | 'staffId'>) => (
  <Section title="Test copy">
    <form method="post">
      <input type="hidden" name="intent" value="test" />
      <input type="hidden" name="version" value={campaign.version} />
      <Fields>
        <ChoiceEntry
          label="To"
          name="to"
          choices={campaign.staff.map(
            ({ id, name }) => [id, id === staffId ? `${name} (you)` : name] as const,
          )}
          defaultValue={staffId}
        />
        <p>
          <ActionButton data-desk-key="t">Send a test copy</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const moveWords = {
  cancel: ['Cancel the schedule', 'It becomes a draft again.'],
  stop: ['Stop', 'No further copy is sent after it; who has one keeps it.'],
  continue: ['Continue', 'Who has no copy yet gets one.'],
} as const

const MoveForm = ({ intent, reason }: { intent: keyof typeof moveWords; reason: string | undefined }) => (
  <Section title={moveWords[intent][0]}>
    <form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Fields>
        <ReasonEntry entered={reason} hint={`${moveWords[intent][1]} The audit log keeps the reason.`} />
        <p>
          <ActionButton kind={intent === 'stop' ? 'danger' : 'primary'}>{moveWords[intent][0]}</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const Moves = ({ campaign, reason }: Pick<Loaded, 'campaign'> & { reason: string | undefined }) => {
  const { state } = campaign
  if (state === 'scheduled') return <MoveForm intent="cancel" reason={reason} />
  if (state === 'sending') return <MoveForm intent="stop" reason={reason} />
  return state === 'stopped' ? <MoveForm intent="continue" reason={reason} /> : null
}

const Agreed = ({ campaign }: Pick<Loaded, 'campaign'>) => {
  const { scheduled_by: by, approved_by: approver, per_hour: perHour, request } = campaign
  if (request)
    return (
      <DeskNote kind="accent">
        {request.is_own ? 'You' : request.by} asked a second person for it.{' '}
        <a href={`/desk/approvals/${request.id}`}>See the request</a>
      </DeskNote>
    )
  if (by === null) return null
  return (
    <DeskNote>
      {`Scheduled by ${by}${approver === null ? '' : `, approved by ${approver}`}. `}
      {perHour === null ? 'Without an hourly limit.' : `${numberText(perHour)} copies an hour at most.`}
    </DeskNote>
  )
}

/** What has to be in order, a test copy, the schedule, and a stop while it runs. */
const CampaignSendPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { campaign, mayChange, reach, requestId, staffId } = loaded
  const isReady = campaign.problems.length === 0 && campaign.request === null && reach.count > 0
  return (
    <>
      <CampaignHead campaign={campaign} part="send" />
      <Split aside={<CampaignReach reach={reach} />}>
        <ActionAnswer refusal={answer?.refusal} done={answers} />
        <Agreed campaign={campaign} />
        <Checks campaign={campaign} />
        {mayChange ? <TestForm campaign={campaign} staffId={staffId} /> : null}
        {mayChange && campaign.state === 'draft' && isReady ? (
          <ScheduleForm
            campaign={campaign}
            reach={reach}
            requestId={requestId}
            entered={answer?.entered ?? new Map()}
            errors={answer?.errors ?? noErrors}
          />
        ) : null}
        {mayChange && campaign.state === 'draft' && !isReady && campaign.request === null ? (
          <DeskNote>
            It can be scheduled when every check is in order and the segment has subscribers.
          </DeskNote>
        ) : null}
        {mayChange ? <Moves campaign={campaign} reason={answer?.entered.get('reason')} /> : null}
      </Split>
    </>
  )
}

export default CampaignSendPage
