import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { readDataFile } from '#content/rules/data-file.ts'
import { quizSurvey, answersOnPath, isComplete, nextQuestion, outcomeOf, pathOf } from './survey-path.ts'
import type { Answers } from './survey-path.ts'
import { SurveyFile } from './survey.ts'
import type { Survey } from './survey.ts'
import { answersFrom } from './survey-responses.ts'

const folder = join(import.meta.dirname, '../../../content/surveys')

const surveyIn = (name: string): Survey => {
  const read = readDataFile(readFileSync(join(folder, `${name}.json`), 'utf8'), SurveyFile)
  if (read.kind === 'wrong') throw new Error(`${name} line ${read.line}: ${read.message}`)
  return read.value
}

const quiz = surveyIn(quizSurvey)

const answersOf = (...pairs: readonly (readonly [question: string, option: string])[]): Answers =>
  answersFrom(
    quiz,
    pairs.map(([question_id, option_id]) => ({ question_id, option_id })),
  )

const onboardings = ['onboarding', 'onboarding-pds', 'onboarding-vs01', 'onboarding-vsds']

test('every survey of the shop is valid, and each product group has its own', () => {
  const names = readdirSync(folder).map((file) => file.replace('.json', ''))
  expect(names.toSorted()).toEqual([quizSurvey, ...onboardings])
  for (const name of names) expect(surveyIn(name).name).toBe(name)
})

test.each(onboardings)('%s asks four questions (spec §9)', (name) => {
  expect(surveyIn(name).questions).toHaveLength(4)
})

describe('the path through the quiz', () => {
  test('is four questions long, shorter where an answer leads elsewhere', () => {
    expect(pathOf(quiz, {}).map(({ id }) => id)).toEqual(['reason', 'digestion', 'plants', 'care'])
    expect(pathOf(quiz, answersOf(['reason', 'vaginal'])).map(({ id }) => id)).toEqual(['reason', 'care'])
    expect(isComplete(quiz, answersOf(['reason', 'child']))).toBe(true)
  })

  test('continues at the first unanswered question', () => {
    expect(nextQuestion(quiz, answersOf(['reason', 'upkeep']))?.id).toBe('digestion')
    expect(nextQuestion(quiz, answersOf(['reason', 'vaginal']))?.id).toBe('care')
    expect(nextQuestion(quiz, answersOf(['reason', 'child']))).toBeNull()
  })

  test('drops the answers of an abandoned path', () => {
    const before = answersOf(['reason', 'upkeep'], ['digestion', 'clockwork'], ['plants', 'few'])
    const after = { ...before, ...answersOf(['reason', 'vaginal']) }
    expect(Object.keys(answersOnPath(quiz, after))).toEqual(['reason'])
    expect(isComplete(quiz, after)).toBe(false)
  })
})

test.each([
  ['pregnant, whatever the rest says', answersOf(['reason', 'digestion'], ['digestion', 'bad-weeks'], ['plants', 'few'], ['care', 'pregnant']), 'ask-a-doctor'],
  ['too young', answersOf(['reason', 'vaginal'], ['care', 'minor']), 'too-young'],
  ['for a child', answersOf(['reason', 'child']), 'for-a-child'],
  ['another product', answersOf(['reason', 'vaginal'], ['care', 'none']), 'for-vs01'],
  ['nothing to do', answersOf(['reason', 'upkeep'], ['digestion', 'clockwork'], ['plants', 'many'], ['care', 'none']), 'nothing-to-do'],
  ['worth a try', answersOf(['reason', 'digestion'], ['digestion', 'surprises'], ['plants', 'some'], ['care', 'none']), 'worth-a-try'],
  ['nothing said', answersOf(['reason', 'upkeep'], ['digestion', 'not-said'], ['plants', 'not-counted'], ['care', 'not-said']), 'perhaps'],
])('the outcome of the quiz fits the answers: %s', (_who, answers, outcome) => {
  expect(outcomeOf(quiz, answers)?.id).toBe(outcome)
}) // prettier-ignore

test('there is no outcome before the last question', () => {
  expect(outcomeOf(quiz, answersOf(['reason', 'digestion'], ['digestion', 'surprises']))).toBeNull()
})

test('with any answers in any order every survey ends, and a quiz has an outcome', () => {
  for (const name of readdirSync(folder).map((file) => file.replace('.json', ''))) {
    const survey = surveyIn(name)
    const answer = fc.record(
      Object.fromEntries(
        survey.questions.map(({ id, options }) => [
          id,
          options.length === 0
            ? fc.record({ optionIds: fc.constant([]), text: fc.string() })
            : fc.constantFrom(...options).map((option) => ({ optionIds: [option.id], text: '' })),
        ]),
      ),
    )
    assertProperty(
      fc.property(answer, (answers) => {
        expect(isComplete(survey, answers)).toBe(true)
        expect(outcomeOf(survey, answers) !== null).toBe(survey.outcomes.length > 0)
      }),
    )
  }
})

const options = '[{"id":"a","text":"A"},\n{"id":"b","text":"B"}]'
const file = (questions: string, rest = ''): string =>
  `{"name":"s","title":"S","lead":"L"${rest},\n"questions":[\n${questions}\n]}`

test.each([
  ['a way to nowhere', file(`{"id":"q","text":"Q","kind":"one",\n"next":"gone","options":${options}}`), 4, 'no question gone'],
  ['a circle', file(`{"id":"q","text":"Q","kind":"one",\n"next":"q","options":${options}}`), 4, 'leads back to q'],
  ['a question out of reach', file(`{"id":"q","text":"Q","kind":"one","next":"end","options":${options}},\n{"id":"r",\n"text":"R","kind":"text","options":[]}`), 5, 'nothing leads to the question r'],
  ['an outcome of an option that is not there', file(`{"id":"q","text":"Q","kind":"one","options":${options}}`, ',\n"outcomes":[{"id":"o","verdict":"V","title":"T","text":["x"],"action":{"label":"l","href":"/"},"when":{\n"q":["z"]}}]'), 3, 'q has no option z'],
  ['nothing to choose', file(`{"id":"q","text":"Q","kind":"one",\n"options":[]}`), 4, 'nothing to choose from'],
  ['not JSON', '{"name":\n}', 2, ''],
])('a file with %s is refused with its line', (_what, text, line, message) => {
  expect(readDataFile(text, SurveyFile)).toMatchObject({ kind: 'wrong', line, message: expect.stringContaining(message) })
}) // prettier-ignore

describe('a submission', () => {
  const together = surveyIn('onboarding-vsds')

  test('may choose several options where the question allows it, and trims text', () => {
    const answers = answersFrom(together, [
      { question_id: 'reason', option_id: 'comfort' },
      { question_id: 'reason', option_id: 'digestion' },
      { question_id: 'notice', answer_text: '  Sleep ' },
    ])
    expect(answers).toEqual({
      reason: { optionIds: ['comfort', 'digestion'], text: '' },
      notice: { optionIds: [], text: 'Sleep' },
    })
  })

  test.each([
    [[{ question_id: 'gone', option_id: 'a' }], 'survey_responses.0.question_id'],
    [[{ question_id: 'when', option_id: 'gone' }], 'survey_responses.0.option_id'],
    [[{ question_id: 'when' }], 'survey_responses.0.option_id'],
    [[{ question_id: 'when', option_id: 'meal' }, { question_id: 'when', option_id: 'evening' }], 'survey_responses.1.option_id'],
    [[{ survey_id: 'other', question_id: 'when', option_id: 'meal' }], 'survey_responses.0.survey_id'],
  ])('%j is refused at %s', (responses, field) => {
    expect(() => answersFrom(together, responses)).toThrow(expect.objectContaining({ fields: { [field]: expect.any(String) } }))
  }) // prettier-ignore
})

test('the quiz asks no buyers, and another survey with its questions does', () => {
  const both = SurveyFile.safeParse({ ...quiz, buyers: ['kelp'] })
  expect(both.error?.issues.map(({ path }) => path)).toEqual([['buyers']])
  expect(SurveyFile.safeParse({ ...quiz, audience: 'everybody', buyers: ['kelp'] }).success).toBe(true)
})
