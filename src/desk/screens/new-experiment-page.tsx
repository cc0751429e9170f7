import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { saveDeskExperiment, viewDeskExperiment } from '../experiment-endpoints.ts'
import { ExperimentFields, newPlanTexts, planTexts, sentPlan } from './experiment-fields.tsx'
import { NewNamed, createNamed } from './new-named.tsx'

/** With `like` the fields are those of another experiment. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const like = new URL(request.url).searchParams.get('like')
  const copied =
    like === null ? null : await context.get(shopContext).call(viewDeskExperiment, { name: like })
  return { title: 'New experiment', plan: copied && copied.plan }
}

/** Makes a draft. */
export const action = ({ context, request }: ActionFunctionArgs) =>
  createNamed(request, '/desk/experiments', (name, entered) =>
    context.get(shopContext).call(saveDeskExperiment, { name, base: 0, plan: sentPlan(entered) }),
  )

const NewExperimentPage = () => {
  const { plan } = useLoaderData<typeof loader>()
  return (
    <NewNamed
      crumb={<a href="/desk/experiments">Experiments</a>}
      title="New experiment"
      sub="A draft first: nobody meets it before it is started."
      nameHint="What code and pages call it: small letters, digits and underscores. It stays."
      button="Save draft"
      answer={useActionData<typeof action>()}
      empty={plan === null ? newPlanTexts : planTexts(plan)}
      fields={ExperimentFields}
    />
  )
}

export default NewExperimentPage
