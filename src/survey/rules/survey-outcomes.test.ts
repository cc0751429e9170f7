import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { neverGiven, outcomesInOtherWords, surveyWithOutcomes } from './survey-outcomes.ts'
import type { EnteredOutcome } from './survey-outcomes.ts'
import { outcomeOf } from './survey-path.ts'
import { SurveyFile } from './survey.ts'
import type { Survey } from './survey.ts'

const options = (...ids: readonly string[]) => ids.map((id) => ({ id, text: `I say ${id}` }))

const survey = SurveyFile.parse({
  name: 'tea',
  title: 'Tea?',
  lead: 'Two questions.',
  questions: [
    { id: 'when', text: 'When?', kind: 'one', options: options('morning', 'evening') },
    { id: 'what', text: 'What with?', kind: 'many', options: options('milk', 'lemon', 'sugar') },
  ],
  outcomes: [
    {
      id: 'strong',
      when: { when: ['morning'] },
      verdict: 'Strong',
      title: 'Black tea.',
      text: ['It wakes you.'],
      claim: true,
      action: { label: 'See it', href: '/black' },
    },
    {
      id: 'mild',
      when: {},
      verdict: 'Mild',
      title: 'Green tea.',
      text: ['It does not.'],
      action: { label: 'See it', href: '/green' },
    },
  ],
  translations: { de: { 'Black tea.': 'Schwarztee.', 'Green tea.': 'Grüntee.' } },
})

const entered = (outcome: Survey['outcomes'][number]): EnteredOutcome => ({
  id: outcome.id,
  verdict: outcome.verdict,
  title: outcome.title,
  text: outcome.text,
  label: outcome.action.label,
  href: outcome.action.href,
  code: outcome.code,
  answers: Object.entries(outcome.when).flatMap(([question, ids]) =>
    ids.map((option) => ({ question, option })),
  ),
})

const fresh: EnteredOutcome = {
  id: '',
  verdict: 'Sour',
  title: 'Mild',
  text: ['With lemon.'],
  label: 'See it',
  href: '/lemon',
  code: false,
  answers: [
    { question: 'what', option: 'lemon' },
    { question: 'when', option: 'evening' },
    { question: 'what', option: 'sugar' },
  ],
}

const all = survey.outcomes.map(entered)

test('a new outcome is looked at where it was placed, for one of the answers to each question, and others stay as they are', () => {
  expect(surveyWithOutcomes(survey, all)).toEqual(survey)
  const changed = surveyWithOutcomes(survey, [...all, { ...fresh, place: 2 }])
  expect(SurveyFile.safeParse(changed).success).toBe(true)
  expect(changed.outcomes.map(({ id }) => id)).toEqual(['strong', 'mild-2', 'mild'])
  expect(changed.outcomes[1]?.when).toEqual({ what: ['lemon', 'sugar'], when: ['evening'] })
  expect(changed.translations).toEqual(survey.translations)
  const given = (when: string, ...what: readonly string[]) =>
    outcomeOf(changed, { when: { optionIds: [when], text: '' }, what: { optionIds: what, text: '' } })?.id
  expect([given('morning', 'lemon'), given('evening', 'milk', 'sugar'), given('evening', 'milk')]).toEqual([
    'strong',
    'mild-2',
    'mild',
  ])
})

test('an outcome without words is left out with its translations, and one with some of them is not', () => {
  const [strong, mild] = all
  if (!strong || !mild) throw new Error('there are two')
  const emptied = { ...strong, verdict: '', title: '', text: [] }
  const without = surveyWithOutcomes(survey, [emptied, mild])
  expect([without.outcomes.map(({ id }) => id), without.translations]).toEqual([
    ['mild'],
    { de: { 'Green tea.': 'Grüntee.' } },
  ])
  const half = surveyWithOutcomes(survey, [{ ...strong, title: '' }, mild])
  expect(SurveyFile.safeParse(half).error?.issues.map(({ path }) => path)).toEqual([['outcomes', 0, 'title']])
})

test('the mark of a claim stays, and words that changed are named, not answers and addresses', () => {
  const [strong, mild] = all
  if (!strong || !mild) throw new Error('there are two')
  const led = surveyWithOutcomes(survey, [{ ...strong, href: '/other', answers: [], place: 1 }, mild])
  expect([led.outcomes[0]?.claim, outcomesInOtherWords(led, survey)]).toEqual([true, []])
  for (const change of [{ verdict: 'X' }, { title: 'X' }, { text: ['X'] }, { label: 'X' }]) {
    const said = surveyWithOutcomes(survey, [{ ...strong, ...change }, mild])
    expect(outcomesInOtherWords(said, survey).map(({ id, claim }) => [id, claim])).toEqual([['strong', true]])
  }
})

test('of an outcome that is named twice the second one is new, and no claim', () => {
  const [strong, mild] = all
  if (!strong || !mild) throw new Error('the survey has two outcomes')
  const { outcomes } = surveyWithOutcomes(survey, [strong, { ...strong, answers: [] }, mild])
  expect(outcomes.map(({ id, claim }) => [id, claim])).toEqual([
    ['strong', true],
    [expect.not.stringMatching(/^(strong|mild)$/), false],
    ['mild', false],
  ])
})

test('an outcome behind one that applies to all of its answers is never given; those of the files all are', () => {
  const at = (...places: readonly number[]) =>
    neverGiven(
      surveyWithOutcomes(
        survey,
        [...all, fresh].map((one, index) => ({ ...one, place: places[index] })),
      ),
    )
  expect(at(1, 3, 2)).toEqual([])
  expect(at(1, 2, 3)).toEqual(['mild-2'])
  const narrower = { ...fresh, title: 'Narrow', answers: [{ question: 'what', option: 'lemon' }] }
  const wider = {
    ...narrower,
    title: 'Wide',
    answers: fresh.answers.filter(({ question }) => question === 'what'),
  }
  const named = (...outcomes: readonly EnteredOutcome[]) =>
    neverGiven(surveyWithOutcomes(survey, [...outcomes, ...all.slice(1)]))
  expect([named(wider, narrower), named(narrower, wider)]).toEqual([['narrow'], []])
  const folder = join(import.meta.dirname, '../../../content/surveys')
  for (const file of readdirSync(folder))
    expect(neverGiven(SurveyFile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))).toEqual([])
})
