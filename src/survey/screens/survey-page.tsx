import type { ReactNode } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { setPromoCode } from '#cart/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { UntranslatedContext } from '#ui/in-first-language.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { BrandMark } from '#web/shell/brand-mark.tsx'
import { viewSurvey } from '../endpoints.ts'
import { surveyMessages } from '../messages/survey-messages.ts'
import { quizSurvey } from '../rules/survey-path.ts'
import { QuestionForm } from './question-form.tsx'
import { SurveyEnd } from './survey-end.tsx'
import { hasAnswer, sendAnswer, stepOf } from './survey-form.ts'
import styles from './survey-frame.module.css'

interface SurveyFrameProps {
  /** One for each question on the path. */
  readonly layers: number
  readonly filled: number
  readonly children: ReactNode
}

const ProgressLayers = ({ layers, filled }: Pick<SurveyFrameProps, 'layers' | 'filled'>) => (
  <div className={styles.progress} aria-hidden="true">
    {Array.from({ length: layers }, (_, at) => (
      <i key={at} className={at < filled ? styles.filled : undefined} />
    ))}
  </div>
)

/** The page of a survey: a progress bar that fills from below, the logo, a link to leave, and nothing else. */
const SurveyFrame = ({ layers, filled, children }: SurveyFrameProps) => (
  <div className={styles.page}>
    <ProgressLayers layers={layers} filled={filled} />
    <div className={styles.column}>
      <header className={styles.head}>
        <BrandMark />
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  </div>
)

/**
 * For visitors from states whose law protects the data of the quiz; members, whose e-mail is known, sign in (spec §4).
 */
const NotOffered = () => {
  const t = useMessages(surveyMessages)
  return (
    <SurveyFrame layers={4} filled={0}>
      <PageHead title={`${t('notInState')} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{t('notAvailable')}</h1>
      <p className={classNames(text.lead, styles.lead)}>{t('specialRules')}</p>
      <div className={styles.actions}>
        <ButtonLink href={brand.quizProductPage ?? '/'}>
          {t('readAbout', { product: brand.quizProduct ?? brand.name })}
        </ButtonLink>
        <ButtonLink kind="link" href="/science">
          {t('science')}
        </ButtonLink>
        <ButtonLink kind="link" href={`/login?return_to=/${quizSurvey}`}>
          {t('haveAccount')}
        </ButtonLink>
      </div>
    </SurveyFrame>
  )
}

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
      untranslated: survey.untranslated,
      step,
      isMember: actor.kind === 'member',
    }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.code !== 'ACTION_NOT_ALLOWED') throw thrown
    return { name: nameOf(params), title: '', lead: '', untranslated: [], step: null, isMember: false }
  }
}

/** The quiz code is saved by the rule of links (spec §4); if that accepts it, the browser stores it too. */
const applyQuizCode = async ({ call, publicUrl }: ShopContext, name: string): Promise<string> => {
  const outcome = (await call(viewSurvey, { name })).user_survey?.outcome
  if (!outcome?.promo_code) throw new ShopError('NOT_FOUND')
  await call(setPromoCode, { code: outcome.promo_code, from_link: true })
  const address = new URL(outcome.action.href, publicUrl)
  address.searchParams.set('promo_code', outcome.promo_code)
  return `${address.pathname}${address.search}${address.hash}`
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
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
  const { name, title, lead, untranslated, step, isMember } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isQuiz = name === quizSurvey
  const head = <PageHead title={`${title} | ${brand.name}`} description={lead} unlisted={!isQuiz} />
  if (step === null) return <NotOffered />
  if (step.kind === 'end') {
    return (
      <SurveyFrame layers={step.answers.number_of_questions} filled={step.answers.number_of_questions}>
        {head}
        <UntranslatedContext value={new Set(untranslated)}>
          <SurveyEnd answers={step.answers} firstQuestionId={step.firstQuestionId} isMember={isMember} />
        </UntranslatedContext>
      </SurveyFrame>
    )
  }
  return (
    <SurveyFrame layers={step.total} filled={step.number}>
      {head}
      <UntranslatedContext value={new Set(untranslated)}>
        <QuestionForm
          step={step}
          lead={step.number === 1 ? lead : null}
          isMember={isMember}
          error={refused?.message}
        />
      </UntranslatedContext>
    </SurveyFrame>
  )
}

export default SurveyPage
