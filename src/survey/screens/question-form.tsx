import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { DataText } from '#ui/in-first-language.tsx'
import { rich, useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { maxAnswerLength } from '../endpoints.ts'
import { surveyMessages } from '../messages/survey-messages.ts'
import type { SurveyQuestion, Step } from './survey-form.ts'
import styles from './survey-frame.module.css'

type QuestionStep = Extract<Step, { readonly kind: 'question' }>

interface QuestionFormProps {
  readonly step: QuestionStep
  /** The introduction before the first question. */
  readonly lead: string | null
  readonly isMember: boolean
  readonly error: string | undefined
}

interface AnswerRowsProps extends Pick<QuestionStep, 'chosen'> {
  readonly question: SurveyQuestion
}

const AnswerRows = ({ question, chosen }: AnswerRowsProps) => (
  <div className={styles.rows}>
    {question.options.map(({ option_id: id, option_text: label }) => (
      <label key={id} className={styles.row}>
        <input
          type={question.kind === 'many' ? 'checkbox' : 'radio'}
          name="answer"
          value={id}
          defaultChecked={chosen.includes(id)}
        />
        <span>
          <DataText of={label} />
        </span>
      </label>
    ))}
  </div>
)

const Answers = ({
  question,
  chosen,
  enteredText,
}: Pick<QuestionStep, 'question' | 'chosen' | 'enteredText'>) => {
  const t = useMessages(surveyMessages)
  return question.kind === 'text' ? (
    <TextAreaField
      name="answer_text"
      label={t('inYourWords')}
      className={styles.text}
      rows={3}
      maxLength={maxAnswerLength}
      defaultValue={enteredText}
    />
  ) : (
    <AnswerRows question={question} chosen={chosen} />
  )
}

/** Enter presses the first button of a form; the visible one is at the end. */
const DefaultSubmitButton = () => <button className={text.hidden} tabIndex={-1} aria-hidden="true" />

/** Drawn at the top of the page, so it is read and reached before the question. */
const SaveAndLeaveButton = () => (
  <span className={styles.leave}>
    <Button kind="link" size="small" name="intent" value="leave">
      {useMessages(surveyMessages)('saveAndLeave')}
    </Button>
  </span>
)

const StepNavigation = ({
  previousId,
  isLast,
}: {
  readonly previousId: string | null
  readonly isLast: boolean
}) => {
  const t = useMessages(surveyMessages)
  return (
    <div className={styles.steps}>
      {previousId === null ? null : (
        <ButtonLink kind="link" href={`?q=${previousId}`}>
          {t('back')}
        </ButtonLink>
      )}
      <span className={styles.next}>
        <Button kind="primary">{t(isLast ? 'seeResult' : 'next')}</Button>
      </span>
    </div>
  )
}

const Lead = ({ lead }: Pick<QuestionFormProps, 'lead'>) =>
  lead === null ? null : (
    <p className={classNames(text.small, text.mute)}>
      <DataText of={lead} />
    </p>
  )

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** One question with its answers. It is a plain form, so that the page needs no script. */
export const QuestionForm = ({ step, lead, isMember, error }: QuestionFormProps) => {
  const { question, number, total, previousId } = step
  const t = useMessages(surveyMessages)
  return (
    <form method="post" noValidate>
      <DefaultSubmitButton />
      <SaveAndLeaveButton />
      {error ? <ErrorSummary message={error} className={styles.error} /> : null}
      <input type="hidden" name="question" value={question.question_id} />
      <Lead lead={lead} />
      <p className={styles.count}>
        {rich(
          t.rich('count', {
            at: twoDigits(number),
            total: twoDigits(total),
            current: (text) => <span>{text}</span>,
          }),
        )}
      </p>
      <fieldset className={styles.question}>
        <legend>
          <h1 className={text.d2}>
            <DataText of={question.question} />
          </h1>
        </legend>
        {question.note === null ? null : (
          <p className={classNames(text.mute, styles.note)}>
            <DataText of={question.note} />
          </p>
        )}
        <Answers {...step} />
      </fieldset>
      <StepNavigation previousId={previousId} isLast={number === total} />
      <p className={classNames(text.micro, text.mute, styles.promise)}>
        {t('notMedical')} {t(isMember ? 'savedWithAccount' : 'staysInBrowser')}
      </p>
    </form>
  )
}
