import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { branchDeskSurvey, viewDeskSurvey } from '../survey-endpoints.ts'
import type { DeskSurveyQuestion } from '../survey-endpoints.ts'
import { textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { ChoiceEntry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { Facts, Section } from './parts/section.tsx'
import { branchName, branchesIn, branchesOf, nextChoices, nextWords } from './survey-branch-form.ts'
import type { SurveyBranch } from './survey-branch-form.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const survey = await call(viewDeskSurvey, { name: params['name'] ?? '' })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: `Where answers of ${survey.name} lead`, survey, mayChange }
}

/** Publishes where answers lead. A refusal keeps what was chosen. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const name = params['name'] ?? ''
  const entered = textsOf(await postedForm(request))
  try {
    await context
      .get(shopContext)
      .call(branchDeskSurvey, { name, base: textIn(entered, 'base'), branches: branchesIn(entered) })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/surveys/${name}?done=branched`, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

interface BranchFieldProps {
  readonly branch: SurveyBranch
  readonly questions: readonly DeskSurveyQuestion[]
  readonly entered: EnteredTexts | undefined
  readonly errors: ReadonlyMap<string, string>
}

const BranchField = ({ branch, questions, entered, errors }: BranchFieldProps) => {
  const { index, at, question, option, label, next } = branch
  const ofQuestion = option === '' ? errors.get(`questions.${at}`) : undefined
  return (
    <>
      <input type="hidden" name={branchName(index, 'question')} value={question} />
      <input type="hidden" name={branchName(index, 'option')} value={option} />
      <ChoiceEntry
        label={label}
        name={branchName(index, 'next')}
        choices={nextChoices(questions, at, option !== '')}
        defaultValue={entered ? textIn(entered, branchName(index, 'next')) : next}
        error={errors.get(`branches.${index}.next`) ?? ofQuestion}
      />
    </>
  )
}

const BranchesForm = ({ survey: { version, questions } }: Pick<Loaded, 'survey'>) => {
  const { entered, errors = noErrors } = useActionData<typeof action>() ?? {}
  const branches = branchesOf(questions)
  return (
    <form method="post">
      <input type="hidden" name="base" value={entered ? textIn(entered, 'base') : version} />
      <input type="hidden" name="branches" value={branches.length} />
      <Fields>
        {[...Map.groupBy(branches, ({ at }) => at)].map(([at, ofQuestion]) => (
          <Section key={at} title={`${at + 1}. ${questions[at]?.text ?? ''}`}>
            <Fields>
              {ofQuestion.map((branch) => (
                <BranchField
                  key={branch.index}
                  branch={branch}
                  questions={questions}
                  entered={entered}
                  errors={errors}
                />
              ))}
            </Fields>
          </Section>
        ))}
        <p>
          <ActionButton kind="primary">Publish where answers lead</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const Branches = ({ survey: { questions } }: Pick<Loaded, 'survey'>) => (
  <Section title="Answers">
    <Facts
      facts={branchesOf(questions).map(({ at, label, option, next }) => [
        `${at + 1}. ${label}`,
        nextWords(questions, at, option !== '', next),
      ])}
    />
  </Section>
)

/** Which question comes after which answer. */
const SurveyBranchesPage = () => {
  const { survey, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={<a href={`/desk/surveys/${survey.name}`}>{survey.name}</a>}
        title="Where answers lead"
        sub="To a later question or the end, so that a survey always ends."
      />
      <Body>
        <ActionAnswer refusal={useActionData<typeof action>()?.refusal} done={noErrors} />
        {mayChange ? <BranchesForm survey={survey} /> : <Branches survey={survey} />}
      </Body>
    </>
  )
}

export default SurveyBranchesPage
