import { brand } from '#shared/brand.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { UserSurvey } from '../endpoints.ts'
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
    Change my answers
  </ButtonLink>
)

/** With the code it is a form: taking it changes the cart (ruling 18). */
const OutcomeAction = ({ outcome }: { readonly outcome: Outcome }) =>
  outcome.promo_code === null ? (
    <ButtonLink href={outcome.action.href}>{outcome.action.label}</ButtonLink>
  ) : (
    <form method="post">
      <Button kind="primary" name="intent" value="take-code">
        {outcome.action.label}
      </Button>
    </form>
  )

const QuizEnd = ({
  outcome,
  firstQuestionId,
}: {
  readonly outcome: Outcome
  readonly firstQuestionId: string
}) => (
  <>
    <Badge>{outcome.verdict}</Badge>
    <h1 className={classNames(text.d2, styles.verdict)}>{outcome.title}</h1>
    {outcome.text.map((paragraph, at) => (
      <p key={paragraph} className={classNames(at === 0 && text.lead, styles.lead)}>
        {paragraph}
        {outcome.claim && at === 0 ? (
          <a href="#disclaimer" aria-label="See the note on this statement">
            *
          </a>
        ) : null}
      </p>
    ))}
    {outcome.promo_code === null ? null : (
      <p className={classNames(text.small, text.mute, styles.lead)}>
        The code is {outcome.promo_code}. We saved it for 30 days, and it applies to your first{' '}
        {brand.quizProduct} kit. If you already have a better code, we’ll keep it.
      </p>
    )}
    <div className={styles.actions}>
      <OutcomeAction outcome={outcome} />
      <ChangeAnswers firstQuestionId={firstQuestionId} />
    </div>
    <p className={classNames(text.micro, text.mute, styles.promise)} id="disclaimer">
      {outcome.claim ? '* ' : ''}
      {brand.disclaimer}
    </p>
  </>
)

const OnboardingEnd = ({
  firstQuestionId,
  isMember,
}: Pick<SurveyEndProps, 'firstQuestionId' | 'isMember'>) => (
  <>
    <h1 className={text.d2}>That’s all. Thank you.</h1>
    <p className={classNames(text.lead, styles.lead)}>
      {isMember
        ? 'We saved your answers with your account.'
        : 'Your answers stay in this browser. Sign in to save them with your account.'}
    </p>
    <div className={styles.actions}>
      {isMember ? (
        <ButtonLink href="/account/home">My account</ButtonLink>
      ) : (
        <ButtonLink href="/login">Login</ButtonLink>
      )}
      <ChangeAnswers firstQuestionId={firstQuestionId} />
    </div>
  </>
)

/** The result of the answers: a quiz has an outcome, onboarding says thank you. */
export const SurveyEnd = ({ answers, firstQuestionId, isMember }: SurveyEndProps) =>
  answers.outcome === null ? (
    <OnboardingEnd firstQuestionId={firstQuestionId} isMember={isMember} />
  ) : (
    <QuizEnd outcome={answers.outcome} firstQuestionId={firstQuestionId} />
  )
