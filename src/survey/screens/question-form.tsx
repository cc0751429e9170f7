import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextAreaField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { maxAnswerLength } from '../endpoints.ts'
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
        <span>{label}</span>
      </label>
    ))}
  </div>
)

const Answers = ({
  question,
  chosen,
  enteredText,
}: Pick<QuestionStep, 'question' | 'chosen' | 'enteredText'>) =>
  question.kind === 'text' ? (
    <TextAreaField
      name="answer_text"
      label="In your words"
      className={styles.text}
      rows={3}
      maxLength={maxAnswerLength}
      defaultValue={enteredText}
    />
  ) : (
    <AnswerRows question={question} chosen={chosen} />
  )

/** Enter presses the first button of a form; the visible one is at the end. */
const DefaultSubmitButton = () => <button className={text.hidden} tabIndex={-1} aria-hidden="true" />

/** Drawn at the top of the page, so it is read and reached before the question. */
const SaveAndLeaveButton = () => (
  <span className={styles.leave}>
    <Button kind="link" size="small" name="intent" value="leave">
      Save and leave
    </Button>
  </span>
)

const StepNavigation = ({
  previousId,
  isLast,
}: {
  readonly previousId: string | null
  readonly isLast: boolean
}) => (
  <div className={styles.steps}>
    {previousId === null ? null : (
      <ButtonLink kind="link" href={`?q=${previousId}`}>
        Back
      </ButtonLink>
    )}
    <span className={styles.next}>
      <Button kind="primary">{isLast ? 'See my result' : 'Next question'}</Button>
    </span>
  </div>
)

const privacyNotes = {
  member: 'We save your answers with your account and never share them with advertisers.',
  visitor: 'Your answers stay in this browser unless you sign in.',
} as const

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** One question with its answers. It is a plain form, so that the page needs no script. */
export const QuestionForm = ({ step, lead, isMember, error }: QuestionFormProps) => {
  const { question, number, total, previousId } = step
  return (
    <form method="post" noValidate>
      <DefaultSubmitButton />
      <SaveAndLeaveButton />
      {error ? <ErrorSummary message={error} className={styles.error} /> : null}
      <input type="hidden" name="question" value={question.question_id} />
      {lead === null ? null : <p className={classNames(text.small, text.mute)}>{lead}</p>}
      <p className={styles.count}>
        <span>{twoDigits(number)}</span> of {twoDigits(total)}
      </p>
      <fieldset className={styles.question}>
        <legend>
          <h1 className={text.d2}>{question.question}</h1>
        </legend>
        {question.note === null ? null : (
          <p className={classNames(text.mute, styles.note)}>{question.note}</p>
        )}
        <Answers {...step} />
      </fieldset>
      <StepNavigation previousId={previousId} isLast={number === total} />
      <p className={classNames(text.micro, text.mute, styles.promise)}>
        This quiz is not medical advice. Please talk to your doctor about health questions.{' '}
        {privacyNotes[isMember ? 'member' : 'visitor']}
      </p>
    </form>
  )
}
