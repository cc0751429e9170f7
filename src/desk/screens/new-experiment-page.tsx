import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { saveDeskExperiment, viewDeskExperiment } from '../experiment-endpoints.ts'
import { ExperimentFields } from './experiment-fields.tsx'
import { newPlanTexts, planTexts, sentPlan } from './experiment-form.ts'
import { textIn, textsOf } from './flag-form.ts'
import type { EnteredTexts } from './flag-form.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

/** With `like` the fields are those of another experiment. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const like = new URL(request.url).searchParams.get('like')
  const copied =
    like === null ? null : await context.get(shopContext).call(viewDeskExperiment, { name: like })
  return { title: 'New experiment', plan: copied && copied.plan }
}

/** Makes a draft. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  const name = textIn(entered, 'name')
  try {
    const plan = sentPlan(entered)
    await context.get(shopContext).call(saveDeskExperiment, { name, base: 0, plan })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/experiments/${name}?done=created`, 303)
}

interface NameEntryProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

const NameEntry = ({ entered, errors }: NameEntryProps) => (
  <Entry
    label="Name"
    name="name"
    required
    autoComplete="off"
    hint="What code and pages call it: small letters, digits and underscores. It stays."
    defaultValue={textIn(entered, 'name')}
    error={errors.get('name')}
  />
)

const NewExperimentPage = () => {
  const { plan } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const empty: EnteredTexts = plan === null ? newPlanTexts : planTexts(plan)
  const { entered = empty, errors = noErrors } = answer ?? {}
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/experiments">Experiments</a>}
        title="New experiment"
        sub="A draft first: nobody meets it before it is started."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <form method="post">
          <ExperimentFields
            entered={entered}
            errors={errors}
            name={<NameEntry entered={entered} errors={errors} />}
          >
            <p>
              <ActionButton kind="primary">Save draft</ActionButton>
            </p>
          </ExperimentFields>
        </form>
      </Body>
    </>
  )
}

export default NewExperimentPage
