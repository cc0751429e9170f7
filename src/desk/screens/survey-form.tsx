import type { ReactNode } from 'react'
import type { DeskSurveyQuestion } from '../survey-endpoints.ts'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { CheckEntry, Entry, Fields, TextEntry } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'

/** Empty questions at the end of the form. */
const spareQuestions = 2

const fieldOf = (at: number, name: string): string => `question_${at}_${name}`

/** The fields of questions that are stored, as a form shows them. */
export const questionTexts = (questions: readonly DeskSurveyQuestion[]): [string, string][] => [
  ['questions', String(questions.length + spareQuestions)],
  ...questions.flatMap((question, at): [string, string][] => [
    [fieldOf(at, 'id'), question.id],
    [fieldOf(at, 'text'), question.text],
    [fieldOf(at, 'note'), question.note],
    [fieldOf(at, 'options'), question.options.join('\n')],
    [fieldOf(at, 'place'), String(at + 1)],
    ...(question.has_several ? [[fieldOf(at, 'several'), 'on'] satisfies [string, string]] : []),
  ]),
]

const positions = (entered: EnteredTexts): readonly number[] =>
  Array.from({ length: Math.min(40, Number(textIn(entered, 'questions')) || spareQuestions) }, (_, at) => at)

const placeIn = (entered: EnteredTexts, at: number): { readonly place?: string } => {
  const place = textIn(entered, fieldOf(at, 'place'))
  return place === '' ? {} : { place }
}

/** The questions of a posted form, as the endpoint takes them. */
export const questionsIn = (entered: EnteredTexts) =>
  positions(entered).map((at) => ({
    id: textIn(entered, fieldOf(at, 'id')),
    text: textIn(entered, fieldOf(at, 'text')),
    note: textIn(entered, fieldOf(at, 'note')),
    has_several: textIn(entered, fieldOf(at, 'several')) === 'on',
    options: textIn(entered, fieldOf(at, 'options'))
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    ...placeIn(entered, at),
  }))

/** Products as they are typed, `kelp, kelp + tea`; nothing where the form has no such field. */
export const buyersIn = (entered: EnteredTexts): { readonly buyers?: string[] } =>
  entered.has('buyers')
    ? {
        buyers: textIn(entered, 'buyers')
          .split(/[,;\n]/)
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      }
    : {}

interface SurveyFieldsProps {
  readonly entered: EnteredTexts
  readonly errors: ReadonlyMap<string, string>
  readonly children: ReactNode
  /** The field of a name that is not decided yet. */
  readonly name?: ReactNode
}

const errorOf = (errors: ReadonlyMap<string, string>, field: string): string | undefined =>
  errors.get(field) ?? [...errors].find(([one]) => one.startsWith(`${field}.`))?.[1]

const errorAt = (errors: ReadonlyMap<string, string>, at: number, part: string): string | undefined =>
  errorOf(errors, `questions.${at}.${part}`)

const noteHint = 'Small print below the question. Optional.'
const placeHint = 'Which question it is. Another number moves it there.'

interface QuestionFieldsProps extends Pick<SurveyFieldsProps, 'entered' | 'errors'> {
  readonly at: number
}

const QuestionFields = ({ at, entered, errors }: QuestionFieldsProps) => {
  const field = (name: string) => ({
    name: fieldOf(at, name),
    defaultValue: textIn(entered, fieldOf(at, name)),
    autoComplete: 'off',
  })
  return (
    <Section title={`Question ${at + 1}`}>
      <Fields>
        <input type="hidden" name={fieldOf(at, 'id')} value={textIn(entered, fieldOf(at, 'id'))} />
        <Entry label="Text" {...field('text')} maxLength={200} error={errorAt(errors, at, 'text')} />
        <Entry label="Note" {...field('note')} maxLength={200} hint={noteHint} />
        <Entry
          label="Place"
          {...field('place')}
          inputMode="numeric"
          hint={at === 0 ? placeHint : undefined}
          error={errorAt(errors, at, 'place')}
        />
        <TextEntry
          label="Answers"
          {...field('options')}
          rows={5}
          hint="One in each line. Without any, people write a few words."
          error={errorAt(errors, at, 'options')}
        />
        <CheckEntry
          label="More than one answer can be chosen"
          name={fieldOf(at, 'several')}
          defaultChecked={textIn(entered, fieldOf(at, 'several')) === 'on'}
        />
      </Fields>
    </Section>
  )
}

/** Title and questions of a survey; a question whose text is emptied is left out. */
export const SurveyFields = ({ entered, errors, name, children }: SurveyFieldsProps) => (
  <Fields>
    {name}
    <Entry
      label="Title"
      name="title"
      required
      autoComplete="off"
      maxLength={120}
      defaultValue={textIn(entered, 'title')}
      error={errors.get('title')}
    />
    <Entry
      label="Sentence below the title"
      name="lead"
      required
      autoComplete="off"
      maxLength={300}
      defaultValue={textIn(entered, 'lead')}
      error={errors.get('lead')}
    />
    <Entry
      label="Asked of buyers of"
      name="buyers"
      autoComplete="off"
      maxLength={2000}
      hint="How the codes of their plans begin, with commas between: kelp. kelp+tea is for who has bought both. Empty: of nobody by itself."
      defaultValue={textIn(entered, 'buyers')}
      error={errorOf(errors, 'buyers')}
    />
    <input type="hidden" name="questions" value={positions(entered).length} />
    {positions(entered).map((at) => (
      <QuestionFields key={at} at={at} entered={entered} errors={errors} />
    ))}
    {children}
  </Fields>
)
