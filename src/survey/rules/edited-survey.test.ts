import { expect, test } from 'vitest'
import { editedSurvey } from './edited-survey.ts'
import type { EnteredQuestion } from './edited-survey.ts'
import { SurveyFile } from './survey.ts'

const question = (text: string, options: readonly string[], more: Partial<EnteredQuestion> = {}) => ({
  id: '',
  text,
  note: '',
  hasSeveral: false,
  options,
  ...more,
})

const entered = {
  title: 'Über Algen',
  lead: 'Zwei Fragen.',
  questions: [question('Wie oft isst du Algen?', ['Nie', 'Täglich']), question('Was noch?', [])],
}
const first = editedSurvey('kelp', undefined, entered)

test('a typed survey is one that the shop can ask', () => {
  expect(SurveyFile.parse(first)).toEqual(first)
  expect(first.questions).toEqual([
    {
      id: 'wie-oft-isst-du-algen',
      text: 'Wie oft isst du Algen?',
      kind: 'one',
      options: [
        { id: 'nie', text: 'Nie' },
        { id: 'taglich', text: 'Täglich' },
      ],
    },
    { id: 'was-noch', text: 'Was noch?', kind: 'text', options: [] },
  ])
})

test('changed words keep the ids of questions and answers, and what they lead to', () => {
  const branched = {
    ...first,
    questions: first.questions.map((one, at) =>
      at === 0 ? { ...one, options: one.options.map((option) => ({ ...option, next: 'was-noch' })) } : one,
    ),
  }
  const after = editedSurvey('kelp', branched, {
    ...entered,
    questions: [
      question('Wann isst du Algen?', ['Nie', 'Jeden Tag'], {
        id: 'wie-oft-isst-du-algen',
        note: 'Ungefähr.',
      }),
      question('Was noch?', [], { id: 'was-noch' }),
    ],
  })
  expect(after.questions[0]).toEqual({
    id: 'wie-oft-isst-du-algen',
    text: 'Wann isst du Algen?',
    note: 'Ungefähr.',
    kind: 'one',
    options: [
      { id: 'nie', text: 'Nie', next: 'was-noch' },
      { id: 'taglich', text: 'Jeden Tag', next: 'was-noch' },
    ],
  })
})

test('answers that changed places stay themselves, and a new one gets an id of its own', () => {
  const after = editedSurvey('kelp', first, {
    ...entered,
    questions: [
      question('Wie oft?', ['Täglich', 'Nie', 'Nie!'], { id: 'wie-oft-isst-du-algen', hasSeveral: true }),
    ],
  })
  expect(after.questions[0]?.options.map(({ id }) => id)).toEqual(['taglich', 'nie', 'nie-2'])
  expect(after.questions).toHaveLength(1)
})

test('other words at the place of an answer are that answer, unless it is still there elsewhere', () => {
  const answers = (...options: readonly string[]) =>
    editedSurvey('kelp', first, {
      ...entered,
      questions: [question('Wie oft?', options, { id: 'wie-oft-isst-du-algen' })],
    }).questions[0]?.options.map(({ id, text }) => `${id}: ${text}`)
  expect(answers('Nie', 'Jeden Tag')).toEqual(['nie: Nie', 'taglich: Jeden Tag'])
  expect(answers('Selten', 'Nie')).toEqual(['selten: Selten', 'nie: Nie'])
})

test('what the form does not have stays: where a question leads, buyers, audience and outcomes', () => {
  const outcome = {
    id: 'all',
    when: {},
    verdict: 'Gut',
    title: 'Algen.',
    text: ['Ja.'],
    claim: false,
    code: false,
    action: { label: 'Los', href: '/' },
  }
  const [one, two] = first.questions
  if (!one || !two) throw new Error('there are two questions')
  const before = {
    ...first,
    buyers: ['kelp'],
    outcomes: [outcome],
    questions: [{ ...one, next: 'end' }, two],
  }
  const questions = first.questions.map(({ id, text, options }) =>
    question(
      text,
      options.map((option) => option.text),
      { id },
    ),
  )
  expect(editedSurvey('kelp', before, { ...entered, questions })).toEqual(before)
  expect(editedSurvey('kelp', before, { ...entered, questions, buyers: [] }).buyers).toEqual([])
  expect(editedSurvey('kelp', { ...before, buyers: [], audience: 'quiz' }, entered).audience).toBe('quiz')
})

test('labels without Latin characters, or with the name of the final step, get other ids', () => {
  const after = editedSurvey('kelp', undefined, { ...entered, questions: [question('Шум?', ['End', '!'])] })
  expect(SurveyFile.parse(after).questions[0]).toMatchObject({
    id: 'answer',
    options: [{ id: 'answer' }, { id: 'answer-2' }],
  })
})

test.each([
  [
    [1, 2, 3, 2],
    ['a', 'd', 'b', 'c'],
  ],
  [
    [3, 2, 3, 4],
    ['b', 'c', 'a', 'd'],
  ],
  [
    [1, 2, 3, 4],
    ['a', 'b', 'c', 'd'],
  ],
  [
    [2, 1, 3, 4],
    ['b', 'a', 'c', 'd'],
  ],
])('questions at the places %j are asked as %j', (places, asked) => {
  const questions = ['a', 'b', 'c', 'd'].map((text, at) => question(text, [], { place: places[at] }))
  expect(
    editedSurvey('kelp', undefined, { ...entered, questions }).questions.map(({ text }) => text),
  ).toEqual(asked)
})
