import { expect, test } from 'vitest'
import { branchedSurvey, unknownBranches } from './survey-branches.ts'
import { editedSurvey } from './edited-survey.ts'
import { neverAsked, SurveyFile } from './survey.ts'

const question = (text: string, options: readonly string[], hasSeveral = false) => ({
  id: '',
  text,
  note: '',
  hasSeveral,
  options,
})

const survey = editedSurvey('kelp', undefined, {
  title: 'Kelp',
  lead: 'Four questions.',
  questions: [
    question('Eat', ['Never', 'Daily']),
    question('Why not', ['Taste', 'Price']),
    question('Where', ['Home', 'Work'], true),
    question('Else', []),
  ],
})

const branch = (path: string, next: string) => {
  const [from = '', option = ''] = path.split('.')
  return { question: from, option, next }
}

const led = (...branches: readonly (readonly [string, string])[]) =>
  branchedSurvey(
    survey,
    branches.map(([path, next]) => branch(path, next)),
  )

test('an answer leads to its target, and to the next question again once it has none', () => {
  const after = led(['eat.daily', 'where'], ['why-not', 'else'])
  expect(after.questions.map(({ next }) => next)).toEqual([undefined, 'else', undefined, undefined])
  expect(after.questions[0]?.options.map(({ next }) => next)).toEqual([undefined, 'where'])
  expect(SurveyFile.parse(after)).toEqual(after)
  const back = branchedSurvey(after, [branch('eat.daily', ''), branch('why-not', '')])
  expect(back).toEqual(survey)
})

test('of two targets for one answer the last counts, and answers that nobody named lead where they did', () => {
  const twice = led(['eat.daily', 'where'], ['eat.daily', 'else'])
  expect(twice.questions[0]?.options.map(({ next }) => next)).toEqual([undefined, 'else'])
  const more = branchedSurvey(twice, [branch('why-not', 'else')])
  expect(more.questions[0]).toEqual(twice.questions[0])
  expect(branchedSurvey(more, []).questions).toEqual(more.questions)
})

test.each([
  ['a loop', [['where', 'eat']], 'leads back to eat'],
  ['a question that leads to itself', [['where', 'where']], 'leads back to where'],
  ['a target that is not there', [['eat.daily', 'gone']], 'no question gone'],
  ['an answer of several', [['where.home', 'else']], 'only one answer can decide'],
  ['a question that nothing leads to', [['eat', 'where']], 'nothing leads to the question why-not'],
] as const)('%s is no survey', (_what, branches, message) => {
  expect(
    SurveyFile.safeParse(led(...branches))
      .error?.issues.map((issue) => issue.message)
      .join(),
  ).toContain(message)
})

test('a question that every answer leads past is never asked, although it is the next one in order', () => {
  expect(neverAsked(survey)).toEqual([])
  expect(neverAsked(led(['eat.never', 'where'], ['eat.daily', 'end']))).toEqual(['why-not'])
  // What only such a question leads to is not asked either.
  expect(neverAsked(led(['eat.never', 'else'], ['eat.daily', 'else'], ['why-not.taste', 'where']))).toEqual([
    'why-not',
    'where',
  ])
  expect(neverAsked(led(['eat.never', 'where']))).toEqual([])
})

test('branches of questions and answers that are not there are named', () => {
  expect(unknownBranches(survey, [branch('eat', ''), branch('eat.gone', ''), branch('gone', '')])).toEqual([
    1, 2,
  ])
})
