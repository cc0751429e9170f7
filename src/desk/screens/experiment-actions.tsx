import type { ShopContext } from '../../web/request/shop-context.ts'
import { moveDeskExperiment, requestExperimentShip, saveDeskExperiment } from '../experiment-endpoints.ts'
import type { DeskExperiment } from '../experiment-endpoints.ts'
import { ExperimentFields, planTexts, sentPlan } from './experiment-fields.tsx'
import { baseOf, textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionButton } from './parts/action.tsx'
import { ChoiceEntry, Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'
import { RolloutRequest } from './rollout-request.tsx'

type Call = ShopContext['call']

/** The field of a variant's share in a new split. */
const shareField = (variant: string): string => `share_${variant}`

const actions = ['start', 'stop', 'phase', 'archive'] as const

const done: Readonly<Record<(typeof actions)[number], string>> = {
  start: 'started',
  stop: 'stopped',
  phase: 'split',
  archive: 'archived',
}

const askToShip = async (call: Call, name: string, entered: EnteredTexts): Promise<string> => {
  const { id } = await call(requestExperimentShip, {
    name,
    variant: textIn(entered, 'variant'),
    base: textIn(entered, 'base'),
    accounts: textIn(entered, 'accounts'),
    typed: textIn(entered, 'typed'),
    reason: textIn(entered, 'reason'),
    request_id: textIn(entered, 'request_id'),
  })
  return `/desk/approvals/${id}`
}

const weightsIn = (entered: EnteredTexts) =>
  [...entered].flatMap(([field, weight]) =>
    field.startsWith('share_') ? [{ variant: field.slice('share_'.length), weight }] : [],
  )

/** Does what a form of the page says; answers where to go then. */
export const doExperimentAction = async (
  call: Call,
  name: string,
  entered: EnteredTexts,
): Promise<string> => {
  const intent = textIn(entered, 'intent')
  const base = textIn(entered, 'base')
  if (intent === 'ask') return askToShip(call, name, entered)
  const action = actions.find((one) => one === intent)
  if (action === undefined) {
    await call(saveDeskExperiment, { name, base, plan: sentPlan(entered) })
    return `/desk/experiments/${name}?done=saved`
  }
  const reason = textIn(entered, 'reason')
  await call(moveDeskExperiment, { name, base, action, reason, weights: weightsIn(entered) })
  return `/desk/experiments/${name}?done=${done[action]}`
}

interface ActionProps {
  readonly experiment: DeskExperiment
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

interface HiddenProps extends Pick<ActionProps, 'experiment'> {
  readonly intent: string
  readonly base?: string | number
}

const Hidden = ({ experiment, intent, base = experiment.version }: HiddenProps) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="base" value={base} />
  </>
)

/** The plan as a form, until it is started. */
export const PlanForm = ({ experiment, entered, errors }: ActionProps) => {
  // The answer to another form of the page has no plan: the latest one is shown, with its version.
  const answer = entered.has('title') ? { entered, errors } : undefined
  return (
    <Section title="Plan">
      <form method="post">
        <Hidden experiment={experiment} intent="save" base={baseOf(answer, experiment.version)} />
        <ExperimentFields entered={answer?.entered ?? planTexts(experiment.plan)} errors={errors}>
          <p>
            <ActionButton>Save draft</ActionButton>
          </p>
        </ExperimentFields>
      </form>
    </Section>
  )
}

/** Starts what was saved. */
export const StartForm = ({ experiment }: Pick<ActionProps, 'experiment'>) => (
  <Section title="Start">
    <p>From the start on the plan stays as it is saved, and people keep the variant that they met.</p>
    <form method="post">
      <Hidden experiment={experiment} intent="start" />
      <p>
        <ActionButton kind="primary">Start experiment</ActionButton>
      </p>
    </form>
  </Section>
)

/** Another split: a new phase, which counts from nothing. */
export const PhaseForm = ({ experiment, entered, errors }: ActionProps) => (
  <Section title="Change the split">
    <p>
      It begins a new phase: who has met a variant keeps it and is not counted any more, so the numbers begin
      again with the people who come from now on.
    </p>
    <form method="post">
      <Hidden experiment={experiment} intent="phase" />
      <Fields>
        {experiment.plan.variants.map(({ name, weight }, at) => (
          <Entry
            key={name}
            label={`Share of ${name}`}
            name={shareField(name)}
            inputMode="numeric"
            required
            autoComplete="off"
            defaultValue={textIn(entered, shareField(name)) || String(weight)}
            error={errors.get(`weights.${at}.weight`)}
          />
        ))}
        <p>
          <ActionButton>Begin a new phase</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** Ends it: everyone gets again what they had before. */
export const StopForm = ({ experiment, entered, errors }: ActionProps) => (
  <Section title="Stop">
    <p>{`Everyone gets “${experiment.plan.control || (experiment.plan.variants[0]?.name ?? '')}” again, within seconds.`}</p>
    <form method="post">
      <Hidden experiment={experiment} intent="stop" />
      <Fields>
        <ReasonEntry
          entered={textIn(entered, 'reason')}
          hint="The audit log keeps it."
          error={errors.get('reason')}
        />
        <p>
          <ActionButton kind="danger">Stop experiment</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** Asks a second person to give one variant to everyone. */
export const ShipForm = ({
  experiment,
  entered,
  errors,
  accounts,
  requestId,
}: ActionProps & { readonly accounts: number; readonly requestId: string }) => (
  <RolloutRequest
    what="a variant"
    accounts={accounts}
    base={experiment.version}
    requestId={requestId}
    entered={entered}
    errors={errors}
  >
    <ChoiceEntry
      label="Variant"
      name="variant"
      choices={experiment.plan.variants.map(({ name }) => [name, name] as const)}
      defaultValue={textIn(entered, 'variant') || experiment.plan.variants.at(-1)?.name}
      error={errors.get('variant')}
    />
  </RolloutRequest>
)

/** Puts away what is over. */
export const ArchiveForm = ({ experiment }: Pick<ActionProps, 'experiment'>) => (
  <Section title="Archive">
    <p>Pages do not name it any more. Its numbers stay here.</p>
    <form method="post">
      <Hidden experiment={experiment} intent="archive" />
      <p>
        <ActionButton>Archive experiment</ActionButton>
      </p>
    </form>
  </Section>
)
