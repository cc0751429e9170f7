import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { publishDeskSurvey, viewDeskSurvey } from '../survey-endpoints.ts'
import type { DeskSurveyQuestion } from '../survey-endpoints.ts'
import { textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { HistoryTable } from './history-table.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { Facts, Section } from './parts/section.tsx'
import { askedText } from './surveys-page.tsx'
import { SurveyFields, buyersIn, questionTexts, questionsIn } from './survey-form.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const survey = await call(viewDeskSurvey, { name: params['name'] ?? '' })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: survey.name, survey, mayChange }
}

/** Publishes the survey. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const name = params['name'] ?? ''
  const entered = textsOf(await postedForm(request))
  try {
    await context.get(shopContext).call(publishDeskSurvey, {
      name,
      base: textIn(entered, 'base'),
      title: textIn(entered, 'title'),
      lead: textIn(entered, 'lead'),
      ...buyersIn(entered),
      questions: questionsIn(entered),
    })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/surveys/${name}?done=published`, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const SurveyForm = ({ survey }: Pick<Loaded, 'survey'>) => {
  const answer = useActionData<typeof action>()
  const stored: EnteredTexts = new Map([
    ['title', survey.title],
    ['lead', survey.lead],
    ['buyers', survey.buyers.join(', ')],
    ...questionTexts(survey.questions),
  ])
  const { entered = stored, errors = noErrors } = answer ?? {}
  return (
    <form method="post">
      <input type="hidden" name="base" value={answer ? textIn(answer.entered, 'base') : survey.version} />
      <SurveyFields entered={entered} errors={errors}>
        <p>
          <ActionButton kind="primary">Publish survey</ActionButton>
        </p>
      </SurveyFields>
    </form>
  )
}

const answersText = ({ options, has_several: hasSeveral }: DeskSurveyQuestion): string => {
  if (options.length === 0) return 'in their own words'
  return `${options.join(' · ')}${hasSeveral ? ' (several)' : ''}`
}

const Questions = ({ survey }: Pick<Loaded, 'survey'>) => (
  <Section title="Questions">
    <Facts facts={survey.questions.map((question) => [question.text, answersText(question)] as const)} />
  </Section>
)

const textsWords = ({ texts, missing }: Loaded['survey']['languages'][number]): string =>
  missing === 0 ? 'all there' : `${missing} of ${texts} are shown in the first language`

const outcomeWords = (count: number): string => {
  if (count === 0) return 'It ends with thanks'
  return count === 1 ? '1 outcome' : `${count} outcomes`
}

/** Links to the pages of where answers lead, of outcomes and of other languages. */
const More = ({ survey: { name, questions, outcomes, languages } }: Pick<Loaded, 'survey'>) => (
  <Facts
    facts={[
      [
        'Order',
        <>
          {questions.some((question) => question.has_branches)
            ? 'Answers lead to different questions'
            : 'One question after the other'}
          {' · '}
          <a href={`/desk/surveys/${name}/branches`}>Where answers lead</a>
        </>,
      ] as const,
      [
        'Outcomes',
        <>
          {outcomeWords(outcomes.length)}
          {' · '}
          <a href={`/desk/surveys/${name}/outcomes`}>What people get for their answers</a>
        </>,
      ] as const,
      ...languages.map(
        (language) =>
          [
            language.name,
            <>
              {textsWords(language)}
              {' · '}
              <a href={`/desk/surveys/${name}/texts/${language.code}`}>Texts in {language.name}</a>
            </>,
          ] as const,
      ),
    ]}
  />
)

const answers: ReadonlyMap<string, string> = new Map([
  ['branched', 'Published. Answers lead there within seconds.'],
  ['decided', 'Published. People get this for their answers within seconds.'],
  ['translated', 'Published. It is asked with these texts within seconds.'],
  ['published', 'Published. It is asked like this within seconds.'],
  ['created', 'The survey is there. A plan of the catalogue can name it, too.'],
])

/** One survey: its questions, publishing it, and its versions. */
const SurveyPage = () => {
  const { survey, mayChange } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal
  const whom = askedText(survey)
  const asked =
    whom === ''
      ? 'Nobody is asked it by itself.'
      : survey.is_quiz
        ? 'The quiz of the shop.'
        : `For buyers of ${whom}.`
  return (
    <>
      <DeskHead crumb={<a href="/desk/surveys">Surveys</a>} title={survey.name} sub={asked} />
      <Body>
        <ActionAnswer refusal={refusal} done={answers} />
        <Section title="Order, outcomes and languages">
          <More survey={survey} />
        </Section>
        {mayChange ? (
          <Section title="What is asked">
            <SurveyForm survey={survey} />
          </Section>
        ) : (
          <Questions survey={survey} />
        )}
        <HistoryTable of={survey.name} history={survey.history} />
      </Body>
    </>
  )
}

export default SurveyPage
