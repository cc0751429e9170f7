import { brand } from '#shared/brand.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disclaimer } from '#ui/disclaimer.tsx'
import { DataText } from '#ui/in-first-language.tsx'
import { useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import type { UserSurvey } from '../endpoints.ts'
import { surveyMessages } from '../messages/survey-messages.ts'
import styles from './survey-frame.module.css'

type Outcome = NonNullable<UserSurvey['outcome']>

interface SurveyEndProps {
  readonly answers: UserSurvey
  /** The question that changing one's answers begins with. */
  readonly firstQuestionId: string
  readonly isMember: boolean
}

const ChangeAnswers = ({ firstQuestionId }: Pick<SurveyEndProps, 'firstQuestionId'>) => (
  <ButtonLink kind="link" href={`?q=${firstQuestionId}`}>
    {useMessages(surveyMessages)('changeAnswers')}
  </ButtonLink>
)

/** With the code it is a form: taking it changes the cart (ruling 18). */
const OutcomeAction = ({ outcome }: { readonly outcome: Outcome }) =>
  outcome.promo_code === null ? (
    <ButtonLink href={outcome.action.href}>
      <DataText of={outcome.action.label} />
    </ButtonLink>
  ) : (
    <form method="post">
      <Button kind="primary" name="intent" value="take-code">
        <DataText of={outcome.action.label} />
      </Button>
    </form>
  )

const OutcomeText = ({ outcome }: { readonly outcome: Outcome }) => {
  const t = useMessages(surveyMessages)
  return outcome.text.map((paragraph, at) => (
    <p key={paragraph} className={classNames(at === 0 && text.lead, styles.lead)}>
      <DataText of={paragraph} />
      {outcome.claim && at === 0 ? (
        <a href="#disclaimer" aria-label={t('seeNote')}>
          *
        </a>
      ) : null}
    </p>
  ))
}

const QuizEnd = ({
  outcome,
  firstQuestionId,
}: {
  readonly outcome: Outcome
  readonly firstQuestionId: string
}) => {
  const t = useMessages(surveyMessages)
  return (
    <>
      <Badge>
        <DataText of={outcome.verdict} />
      </Badge>
      <h1 className={classNames(text.d2, styles.verdict)}>
        <DataText of={outcome.title} />
      </h1>
      <OutcomeText outcome={outcome} />
      {outcome.promo_code === null ? null : (
        <p className={classNames(text.small, text.mute, styles.lead)}>
          {t('code', { code: outcome.promo_code, product: brand.quizProduct ?? brand.name })}
        </p>
      )}
      <div className={styles.actions}>
        <OutcomeAction outcome={outcome} />
        <ChangeAnswers firstQuestionId={firstQuestionId} />
      </div>
      <p className={classNames(text.micro, text.mute, styles.promise)} id="disclaimer">
        {outcome.claim ? '* ' : ''}
        <Disclaimer />
      </p>
    </>
  )
}

const OnboardingEnd = ({
  firstQuestionId,
  isMember,
}: Pick<SurveyEndProps, 'firstQuestionId' | 'isMember'>) => {
  const t = useMessages(surveyMessages)
  return (
    <>
      <h1 className={text.d2}>{t('thanks')}</h1>
      <p className={classNames(text.lead, styles.lead)}>{t(isMember ? 'saved' : 'signInToSave')}</p>
      <div className={styles.actions}>
        {isMember ? (
          <ButtonLink href="/account/home">{t('myAccount')}</ButtonLink>
        ) : (
          <ButtonLink href="/login">{t('login')}</ButtonLink>
        )}
        <ChangeAnswers firstQuestionId={firstQuestionId} />
      </div>
    </>
  )
}

/** The result of the answers: a quiz has an outcome, onboarding says thank you. */
export const SurveyEnd = ({ answers, firstQuestionId, isMember }: SurveyEndProps) =>
  answers.outcome === null ? (
    <OnboardingEnd firstQuestionId={firstQuestionId} isMember={isMember} />
  ) : (
    <QuizEnd outcome={answers.outcome} firstQuestionId={firstQuestionId} />
  )
