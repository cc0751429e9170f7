import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { audienceSentence } from '#experiment/rules/flag-sentence.ts'
import { metricLabel } from '#experiment/rules/metrics.ts'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskExperiment, viewRolloutReach } from '../experiment-endpoints.ts'
import type { DeskExperiment } from '../experiment-endpoints.ts'
import { experimentMarks, sharesOf } from '../rules/experiment-words.ts'
import {
  ArchiveForm,
  PhaseForm,
  PlanForm,
  ShipForm,
  StartForm,
  StopForm,
  doExperimentAction,
} from './experiment-actions.tsx'
import { DayFigures, Definitions, Guardrails, MainResults } from './experiment-results.tsx'
import styles from './experiment.module.css'
import { textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { elsewhereText } from './flags-page.tsx'
import { HistoryTable } from './history-table.tsx'
import { ActionAnswer, ActionLink } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const [experiment, { accounts }] = await Promise.all([
    call(viewDeskExperiment, { name: params['name'] ?? '' }),
    call(viewRolloutReach, {}),
  ])
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'experiments:change')
  const title = experiment.plan.title === '' ? experiment.name : experiment.plan.title
  return { title, experiment, accounts, mayChange, requestId }
}

/** Saves the plan, or does what a form says. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  let next: string
  try {
    next = await doExperimentAction(context.get(shopContext).call, params['name'] ?? '', entered)
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(next, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['created', 'The draft is saved. Nobody meets it before it is started.'],
  ['saved', 'The draft is saved.'],
  ['started', 'It runs from now on.'],
  ['stopped', 'It is stopped. Everyone has again what there was before.'],
  ['split', 'A new phase has begun. Its numbers begin with the people who come from now on.'],
  ['archived', 'It is archived.'],
])

const SplitFigure = ({ experiment: { plan, results } }: { readonly experiment: DeskExperiment }) => {
  const shares = sharesOf(plan.variants)
  const metOf = (name: string): string =>
    (results?.met.find(({ variant }) => variant === name)?.met ?? 0).toLocaleString('en-US')
  return (
    <Section title="Split" aside={results ? 'changed only with a new phase' : undefined}>
      <div className={styles.split}>
        {plan.variants.map(({ name }) => (
          <div key={name}>
            <b>{name}</b>
            <span>{shares.get(name)}</span>
          </div>
        ))}
      </div>
      {results === null ? null : (
        <Facts
          facts={[
            ['Met it', plan.variants.map(({ name }) => `${name} ${metOf(name)}`).join(', ')],
            ['As planned', results.split.is_wrong ? 'no' : 'yes'],
            ['Met several', results.mixed.toLocaleString('en-US')],
            ['Refused', results.refused.toLocaleString('en-US')],
          ]}
        />
      )}
    </Section>
  )
}

const PlanFacts = ({ experiment }: { readonly experiment: DeskExperiment }) => {
  const { plan, phase, started_at: started, phase_at: phaseAt } = experiment
  return (
    <Section title="Written before the start">
      {plan.hypothesis === '' ? null : <p>{plan.hypothesis}</p>}
      <Facts
        facts={[
          ['Decided by', metricLabel(plan.metric)],
          ['Matters from', plan.metric === 'revenue' ? `$${plan.effect}` : `${plan.effect} points`],
          ['Assigned by', plan.unit === 'member' ? 'account' : 'browser, with consent to analytics'],
          ['For', audienceSentence(plan.audience)],
          ['Started', started === null ? '—' : dayText(started)],
          ...(phase > 1 && phaseAt !== null
            ? [['Phase', `${phase}, since ${dayText(phaseAt)}`] as const]
            : []),
          ['Planned end', plan.ends_on === '' ? 'open' : dayText(plan.ends_on)],
        ]}
      />
    </Section>
  )
}

const Stopped = ({ experiment }: { readonly experiment: DeskExperiment }) =>
  experiment.stopped_by === '' || experiment.state === 'running' ? null : (
    <DeskNote kind={experiment.stopped_by === 'guardrail' ? 'danger' : 'plain'}>
      <p>
        {experiment.stopped_by === 'guardrail' ? 'A guardrail stopped it' : 'It was stopped'}
        {experiment.ended_at === null ? '' : `, ${dayText(experiment.ended_at)}`}
        {experiment.stop_reason === '' ? '.' : `: ${experiment.stop_reason}`}
      </p>
    </DeskNote>
  )

const Results = ({ experiment }: { readonly experiment: DeskExperiment }) => {
  const { results, name } = experiment
  if (results === null) return null
  return (
    <>
      {results.split.is_wrong ? (
        <DeskNote kind="danger">
          <p>
            <b>People were not split as planned</b>, so do not trust the numbers below. Look for what keeps
            people of one variant from being counted: a page that fails, a redirect, a bot, or variants that
            were set from outside. Mend it, then begin a new phase.
          </p>
        </DeskNote>
      ) : null}
      <DeskNote kind="accent">
        <p>
          <b>{results.verdict.head}</b> {results.verdict.text}
        </p>
      </DeskNote>
      <MainResults results={results} />
      <Guardrails results={results} />
      <DayFigures results={results} name={name} />
      <Definitions results={results} />
    </>
  )
}

interface ActionsProps {
  readonly experiment: DeskExperiment
  readonly accounts: number
  readonly requestId: string
}

const nothing: EnteredTexts = new Map()

/** What can be done with it now. */
const Actions = ({ experiment, accounts, requestId }: ActionsProps) => {
  const answer = useActionData<typeof action>()
  const { entered = nothing, errors = noErrors } = answer ?? {}
  const shared = { experiment, entered, errors }
  const { state } = experiment
  if (state === 'draft')
    return (
      <>
        <StartForm experiment={experiment} />
        <PlanForm {...shared} />
        <ArchiveForm experiment={experiment} />
      </>
    )
  return (
    <>
      {state === 'running' ? <StopForm {...shared} /> : null}
      {state === 'running' ? <PhaseForm {...shared} /> : null}
      {state === 'running' || state === 'stopped' ? (
        <ShipForm {...shared} accounts={accounts} requestId={requestId} />
      ) : null}
      {state === 'stopped' || state === 'shipped' ? <ArchiveForm experiment={experiment} /> : null}
    </>
  )
}

const HeadActions = ({
  name,
  isStarted,
  mayChange,
}: {
  readonly name: string
  readonly isStarted: boolean
  readonly mayChange: boolean
}) => (
  <>
    {isStarted ? <ActionLink href={`/desk/experiments/${name}/results.csv`}>CSV</ActionLink> : null}
    {mayChange ? <ActionLink href={`/desk/experiments/new?like=${name}`}>Copy</ActionLink> : null}
  </>
)

/** One experiment: what can be said of it, its plan, and what can be done with it. */
const ExperimentPage = () => {
  const { title, experiment, accounts, mayChange, requestId } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/experiments">Experiments</a>}
        title={title}
        sub={
          <>
            <StateMark mark={experimentMarks[experiment.state]} /> {experiment.name}
            {experiment.winner === '' ? '' : `, everyone has “${experiment.winner}”`}
          </>
        }
        actions={
          <HeadActions name={experiment.name} isStarted={experiment.results !== null} mayChange={mayChange} />
        }
      />
      <Split
        aside={
          <>
            <SplitFigure experiment={experiment} />
            <PlanFacts experiment={experiment} />
          </>
        }
      >
        <ActionAnswer refusal={refusal} done={answers} />
        {experiment.is_decided_elsewhere ? (
          <DeskNote>
            <p>{elsewhereText}</p>
          </DeskNote>
        ) : null}
        <Stopped experiment={experiment} />
        <Results experiment={experiment} />
        {mayChange ? <Actions experiment={experiment} accounts={accounts} requestId={requestId} /> : null}
        <HistoryTable of={experiment.name} history={experiment.history} />
      </Split>
    </>
  )
}

export default ExperimentPage
