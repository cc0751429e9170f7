import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { setPromoCode } from '#cart/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { PageHead } from '#ui/page-head.tsx'
import { viewSurvey } from '../endpoints.ts'
import { quizSurvey } from '../rules/onboarding.ts'
import { QuestionForm } from './question-form.tsx'
import { SurveyEnd } from './survey-end.tsx'
import { hasAnswer, sendAnswer, stepOf } from './survey-form.ts'
import { NotOffered, SurveyFrame } from './survey-frame.tsx'

const nameOf = (params: LoaderFunctionArgs['params']): string => params['name'] ?? quizSurvey

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  try {
    const survey = await call(viewSurvey, { name: nameOf(params) })
    const step = stepOf(survey, new URL(request.url).searchParams)
    if (step === null) throw new ShopError('NOT_FOUND')
    return {
      name: survey.survey_id,
      title: survey.title,
      lead: survey.lead,
      step,
      isMember: actor.kind === 'member',
    }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.code !== 'ACTION_NOT_ALLOWED') throw thrown
    return { name: nameOf(params), title: '', lead: '', step: null, isMember: false }
  }
}

/** The quiz code is saved by the rule of links (spec §4); if that accepts it, the browser stores it too. */
const applyQuizCode = async ({ call }: ShopContext, name: string): Promise<string> => {
  const outcome = (await call(viewSurvey, { name })).user_survey?.outcome
  if (!outcome?.promo_code) throw new ShopError('NOT_FOUND')
  await call(setPromoCode, { code: outcome.promo_code, from_link: true })
  return `${outcome.action.href}?promo_code=${outcome.promo_code}`
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const form = await request.formData()
  const name = nameOf(params)
  const shop = context.get(shopContext)
  const home = shop.actor.kind === 'member' ? '/account/home' : '/'
  const intent = formText(form, 'intent')
  if (intent === 'leave' && !hasAnswer(form)) return redirect(home, 303)
  try {
    if (intent === 'take-code') return redirect(await applyQuizCode(shop, name), 303)
    const question = await sendAnswer(shop.call, name, form)
    const nextPath = `${new URL(request.url).pathname}?after=${encodeURIComponent(question)}`
    return redirect(intent === 'leave' ? home : nextPath, 303)
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ message: failure.message }, { status: failure.status })
  }
}

/** A survey or the quiz: one question a page, with its result at the end. Answers are saved at every step. */
const SurveyPage = () => {
  const { name, title, lead, step, isMember } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isQuiz = name === quizSurvey
  const head = <PageHead title={`${title} | ${brand.name}`} description={lead} unlisted={!isQuiz} />
  if (step === null) return <NotOffered />
  if (step.kind === 'end') {
    return (
      <SurveyFrame layers={step.answers.number_of_questions} filled={step.answers.number_of_questions}>
        {head}
        <SurveyEnd answers={step.answers} firstQuestionId={step.firstQuestionId} isMember={isMember} />
      </SurveyFrame>
    )
  }
  return (
    <SurveyFrame layers={step.total} filled={step.number}>
      {head}
      <QuestionForm
        step={step}
        lead={step.number === 1 ? lead : null}
        isMember={isMember}
        error={refused?.message}
      />
    </SurveyFrame>
  )
}

export default SurveyPage
