import type { DeskSurveyOutcome, DeskSurveyQuestion } from '../survey-endpoints.ts'
import { errorAt, textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { CheckEntry, Entry, Fields, Pair, TextEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'
import { answerName, answersIn, outcomeName } from './survey-outcome-form.ts'
import styles from './survey-outcome-fields.module.css'

interface OutcomeFieldsProps {
  readonly at: number
  readonly survey: {
    readonly is_quiz: boolean
    readonly questions: readonly DeskSurveyQuestion[]
    readonly outcomes: readonly DeskSurveyOutcome[]
  }
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
}

/** `Answers: I’m pregnant or nursing · I’m under 18` */
const chosenText = ({
  at,
  survey,
  entered,
}: Pick<OutcomeFieldsProps, 'at' | 'survey' | 'entered'>): string => {
  const chosen = answersIn(entered, at)
  const words = survey.questions.flatMap(({ id, answers }) =>
    answers
      .filter((answer) => chosen.some(({ question, option }) => question === id && option === answer.id))
      .map(({ text }) => text),
  )
  return words.length === 0 ? 'Answers: all that are left' : `Answers: ${words.join(' · ')}`
}

const AnswerBoxes = ({ at, survey, entered, errors }: OutcomeFieldsProps) => {
  const error = errorAt(errors, `outcomes.${at}.answers`)
  return (
    <details className={styles.answers} open={error !== undefined}>
      <summary>{chosenText({ at, survey, entered })}</summary>
      {survey.questions
        .filter(({ answers }) => answers.length > 0)
        .map(({ id, text, answers }) => (
          <fieldset key={id}>
            <legend>{text}</legend>
            {answers.map((answer) => (
              <CheckEntry
                key={answer.id}
                label={answer.text}
                name={answerName(at, id, answer.id)}
                defaultChecked={entered.has(answerName(at, id, answer.id))}
              />
            ))}
          </fieldset>
        ))}
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
    </details>
  )
}

const claimHint = 'A claim about health. Its words stay as they are; emptied, it is left out.'
const placeHint = 'The outcomes are tried in this order. Another number moves this one there.'

const fieldOf =
  ({ at, entered, errors }: OutcomeFieldsProps) =>
  (name: string) => ({
    name: outcomeName(at, name),
    defaultValue: textIn(entered, outcomeName(at, name)),
    autoComplete: 'off',
    error: errorAt(errors, `outcomes.${at}.${name}`),
  })

const TextFields = (props: OutcomeFieldsProps) => {
  const { at, survey } = props
  const field = fieldOf(props)
  return (
    <>
      <Pair>
        <Entry label="Verdict" {...field('verdict')} maxLength={60} hint="A word or two above the title." />
        <Entry
          label="Place"
          {...field('place')}
          inputMode="numeric"
          hint={at === 0 ? placeHint : undefined}
        />
      </Pair>
      <Entry label="Title" {...field('title')} maxLength={120} />
      <TextEntry
        label="Text"
        {...field('text')}
        rows={4}
        hint={survey.outcomes[at]?.is_claim === true ? claimHint : 'One paragraph in each line.'}
      />
    </>
  )
}

/** The fields of one outcome. */
export const OutcomeFields = (props: OutcomeFieldsProps) => {
  const { at, survey, entered } = props
  const stored = survey.outcomes[at]
  const field = fieldOf(props)
  return (
    <Section title={stored ? `${at + 1}. ${stored.title}` : `New outcome ${at - survey.outcomes.length + 1}`}>
      <Fields>
        <input type="hidden" name={outcomeName(at, 'id')} value={textIn(entered, outcomeName(at, 'id'))} />
        <AnswerBoxes {...props} />
        <TextFields {...props} />
        <Pair>
          <Entry label="Button" {...field('label')} maxLength={60} />
          <Entry
            label="Leads to"
            {...field('href')}
            maxLength={200}
            hint="A page of the shop: /products/kelp"
          />
        </Pair>
        {survey.is_quiz ? (
          <div>
            <CheckEntry
              label="Gives the code of the quiz"
              name={outcomeName(at, 'code')}
              defaultChecked={textIn(entered, outcomeName(at, 'code')) === 'on'}
            />
          </div>
        ) : null}
      </Fields>
    </Section>
  )
}
