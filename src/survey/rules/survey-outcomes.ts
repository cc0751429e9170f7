import { ownValue } from '#shared/own-value.ts'
import { askedOrder, freshId } from './edited-survey.ts'
import type { Outcome, Survey } from './survey.ts'
import { translationsInUse } from './survey-translation.ts'

/** An outcome as somebody typed it; one without any words is left out. */
export interface EnteredOutcome {
  /** The id of the outcome that it was; empty for a new one. */
  readonly id: string
  readonly verdict: string
  readonly title: string
  /** Its paragraphs. */
  readonly text: readonly string[]
  /** What its button says, and the address of the page that it leads to. */
  readonly label: string
  readonly href: string
  /** Whether it gives the code of the quiz. */
  readonly code: boolean
  /** Answers of which one was given, for each question that is among them; none for everybody. */
  readonly answers: readonly { readonly question: string; readonly option: string }[]
  /** Its position in the order in which outcomes are tried, from 1; missing: where it is in the list. */
  readonly place?: number | undefined
}

const wordsOf = ({ verdict, title, text }: Pick<EnteredOutcome, 'verdict' | 'title' | 'text'>): string =>
  [verdict, title, ...text].join('\n').trim()

/** The positions of the outcomes that have words, in the order in which they are looked at. */
export const outcomeOrder = (entered: readonly EnteredOutcome[]): readonly number[] =>
  askedOrder(entered.map((one) => ({ text: wordsOf(one), place: one.place })))

const whenOf = (answers: EnteredOutcome['answers']): Outcome['when'] =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ question }) => question)].map(([question, given]) => [
      question,
      [...new Set(given.map(({ option }) => option))],
    ]),
  )

/** A survey with the outcomes that were typed; they keep their ids and their marks of a claim. Not checked: `SurveyFile` does that. */
export const surveyWithOutcomes = (survey: Survey, entered: readonly EnteredOutcome[]): Survey => {
  const taken = new Set(survey.outcomes.map(({ id }) => id))
  const left = new Map(survey.outcomes.map((one) => [one.id, one]))
  const outcomes = outcomeOrder(entered)
    .flatMap((at) => entered[at] ?? [])
    .map(({ id: ownId, verdict, title, text, label, href, code, answers }): Outcome => {
      const own = left.get(ownId)
      // One that is named twice is the first of the two.
      left.delete(ownId)
      const id = own?.id ?? freshId(title, taken)
      taken.add(id)
      const claim = own?.claim ?? false
      return {
        id,
        when: whenOf(answers),
        verdict,
        title,
        text: [...text],
        claim,
        code,
        action: { label, href },
      }
    })
  return translationsInUse({ ...survey, outcomes }, survey.translations)
}

/** Whether an outcome says the same as before, whatever it is given for and wherever it leads. */
const saysTheSame = (a: Outcome, b: Outcome): boolean =>
  wordsOf(a) === wordsOf(b) && a.action.label === b.action.label

/** The outcomes of a survey whose words are not those of the survey before. */
export const outcomesInOtherWords = (survey: Survey, before: Survey): readonly Outcome[] =>
  survey.outcomes.filter(
    (one) => !before.outcomes.some((other) => other.id === one.id && saysTheSame(one, other)),
  )

/** Whether the first outcome applies wherever the second one would. */
const covers = (first: Outcome, second: Outcome): boolean =>
  Object.entries(first.when).every(([question, options]) =>
    ownValue<readonly string[] | undefined>(second.when, question)?.every((option) =>
      options.includes(option),
    ),
  )

/** The outcomes that nobody gets: one that is looked at earlier applies to all of their answers. */
export const neverGiven = ({ outcomes }: Pick<Survey, 'outcomes'>): readonly string[] =>
  outcomes.flatMap((one, at) =>
    outcomes.slice(0, at).some((earlier) => covers(earlier, one)) ? [one.id] : [],
  )
