import { useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { publishDeskSurvey } from '../survey-endpoints.ts'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { NewNamed, createNamed } from './new-named.tsx'
import { SurveyFields, buyersIn, questionTexts, questionsIn } from './survey-form.tsx'

export const loader = () => ({ title: 'New survey' })

export const action = ({ context, request }: ActionFunctionArgs) =>
  createNamed(request, '/desk/surveys', (name, entered) =>
    context.get(shopContext).call(publishDeskSurvey, {
      name,
      base: 0,
      is_new: true,
      title: textIn(entered, 'title'),
      lead: textIn(entered, 'lead'),
      ...buyersIn(entered),
      questions: questionsIn(entered),
    }),
  )

const empty: EnteredTexts = new Map(questionTexts([]))

const NewSurveyPage = () => (
  <NewNamed
    crumb={<a href="/desk/surveys">Surveys</a>}
    title="New survey"
    sub="It is published at once, and asked of the buyers that it or a plan of the catalogue names."
    nameHint="Small letters, digits and hyphens, such as onboarding-kelp. It stays."
    button="Publish survey"
    answer={useActionData<typeof action>()}
    empty={empty}
    fields={SurveyFields}
  />
)

export default NewSurveyPage
