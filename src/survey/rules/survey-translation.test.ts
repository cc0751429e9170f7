import { expect, test } from 'vitest'
import { editedSurvey } from './edited-survey.ts'
import { surveyIn, textsOf, translatedSurvey, translatorOf, untranslatedTexts } from './survey-translation.ts'
import { SurveyFile } from './survey.ts'

const often = { id: '', text: 'How often?', note: 'About.', hasSeveral: false, options: ['Never', 'Daily'] }
const rest = { id: '', text: 'What else?', note: '', hasSeveral: false, options: [] }
const entered = { title: 'Kelp', lead: 'Kelp', questions: [often, rest] }
const survey = editedSurvey('kelp', undefined, entered)
const german = translatedSurvey(
  survey,
  'de',
  new Map([
    ['How often?', 'Wie oft?'],
    ['Never', 'Nie'],
    ['Daily', ''],
    ['toString', 'x'],
  ]),
)
const ofFiles = (text: string): string => `[${text}]`

test('texts are read once each, in the order of people', () => {
  expect(textsOf(survey)).toEqual(['Kelp', 'How often?', 'About.', 'Never', 'Daily', 'What else?'])
})

test('a survey keeps the translations of texts that it has, and is a file of the content folder with them', () => {
  expect(german.translations).toEqual({ de: { 'How often?': 'Wie oft?', Never: 'Nie' } })
  expect(SurveyFile.parse(JSON.parse(JSON.stringify(german)))).toEqual(german)
})

test('texts of one language leave those of another as they are', () => {
  const both = translatedSurvey(german, 'en', new Map([['Never', 'Not ever']]))
  expect(both.translations).toEqual({ ...german.translations, en: { Never: 'Not ever' } })
})

test('texts that stayed in the first language are named, not those that are the same in both', () => {
  const same = translatedSurvey(
    survey,
    'de',
    new Map([
      ['Kelp', 'Kelp'],
      ['Never', 'Nie'],
    ]),
  )
  const shown = surveyIn(same, translatorOf(same, 'de', ofFiles))
  expect(untranslatedTexts(shown, same, 'de')).toEqual(['How often?', 'About.', 'Daily', 'What else?'])
  expect(untranslatedTexts(surveyIn(survey, ofFiles), survey, 'de')).toEqual([])
})

test('what has no translation is shown in the first language; a language without any is as the files say', () => {
  const shown = surveyIn(german, translatorOf(german, 'de', ofFiles))
  expect(shown.questions[0]).toMatchObject({
    text: 'Wie oft?',
    note: 'About.',
    options: [{ text: 'Nie' }, { text: 'Daily' }],
  })
  expect(translatorOf(german, 'en', ofFiles)('Never')).toBe('[Never]')
  expect(translatorOf(survey, 'de', ofFiles)('Never')).toBe('[Never]')
})

test('words that change lose their translation, so that no answer is shown with the words of another one', () => {
  const [first, second] = survey.questions
  const changed = editedSurvey('kelp', german, {
    ...entered,
    questions: [
      { ...often, id: first?.id ?? '', options: ['Daily', 'Never'], text: 'How rarely?' },
      { ...rest, id: second?.id ?? '' },
    ],
  })
  expect(changed.translations).toEqual({ de: { Never: 'Nie' } })
  expect(surveyIn(changed, translatorOf(changed, 'de', ofFiles)).questions[0]).toMatchObject({
    text: 'How rarely?',
    options: [
      { id: 'daily', text: 'Daily' },
      { id: 'never', text: 'Nie' },
    ],
  })
})
