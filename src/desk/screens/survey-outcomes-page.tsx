import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { setDeskSurveyOutcomes, viewDeskSurvey } from '../survey-endpoints.ts'
import { textIn, textsOf } from './flag-form.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { Facts, Section } from './parts/section.tsx'
import { OutcomeFields } from './survey-outcome-fields.tsx'
import { outcomeTexts, outcomesIn, positionsOf } from './survey-outcome-form.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const survey = await call(viewDeskSurvey, { name: params['name'] ?? '' })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: `Outcomes of ${survey.name}`, survey, mayChange }
}

/** Publishes the outcomes. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const name = params['name'] ?? ''
  const entered = textsOf(await postedForm(request))
  try {
    await context
      .get(shopContext)
      .call(setDeskSurveyOutcomes, { name, base: textIn(entered, 'base'), outcomes: outcomesIn(entered) })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/surveys/${name}?done=decided`, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const OutcomesForm = ({ survey }: Pick<Loaded, 'survey'>) => {
  const answer = useActionData<typeof action>()
  const { entered = outcomeTexts(survey.outcomes), errors = noErrors } = answer ?? {}
  return (
    <form method="post">
      <input type="hidden" name="base" value={answer ? textIn(answer.entered, 'base') : survey.version} />
      <input type="hidden" name="outcomes" value={positionsOf(entered).length} />
      <Fields>
        {positionsOf(entered).map((at) => (
          <OutcomeFields key={at} at={at} survey={survey} entered={entered} errors={errors} />
        ))}
        <p>
          <ActionButton kind="primary">Publish outcomes</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const answersText = ({ survey }: Pick<Loaded, 'survey'>, at: number): string => {
  const words = new Map(
    survey.questions.flatMap(({ id, answers }) =>
      answers.map((one) => [`${id}:${one.id}`, one.text] as const),
    ),
  )
  const chosen = survey.outcomes[at]?.answers ?? []
  const said = chosen.map(({ question, option }) => words.get(`${question}:${option}`) ?? option)
  return said.length === 0 ? 'all others' : said.join(' · ')
}

const Outcomes = ({ survey }: Pick<Loaded, 'survey'>) => (
  <Section title="Outcomes">
    <Facts
      facts={survey.outcomes.map(
        ({ title, href }, at) => [`${at + 1}. ${title}`, `${answersText({ survey }, at)} → ${href}`] as const,
      )}
    />
  </Section>
)

/** What people get for their answers. */
const SurveyOutcomesPage = () => {
  const { survey, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={<a href={`/desk/surveys/${survey.name}`}>{survey.name}</a>}
        title="Outcomes"
        sub="The first one that fits the answers is shown. The last one is for all others."
      />
      <Body>
        <ActionAnswer refusal={useActionData<typeof action>()?.refusal} done={noErrors} />
        {mayChange ? <OutcomesForm survey={survey} /> : <Outcomes survey={survey} />}
      </Body>
    </>
  )
}

export default SurveyOutcomesPage
