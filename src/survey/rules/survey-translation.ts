import type { Language } from '#shared/languages.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Outcome, Question, Survey } from './survey.ts'

type Translate = (text: string) => string

const questionIn = (question: Question, translated: Translate): Question => ({
  ...question,
  text: translated(question.text),
  ...(question.note === undefined ? {} : { note: translated(question.note) }),
  options: question.options.map((option) => ({ ...option, text: translated(option.text) })),
})

const outcomeIn = (outcome: Outcome, translated: Translate): Outcome => ({
  ...outcome,
  verdict: translated(outcome.verdict),
  title: translated(outcome.title),
  text: outcome.text.map(translated),
  action: { ...outcome.action, label: translated(outcome.action.label) },
})

/** A survey with its texts in another language. Ids, branches and outcomes stay. */
export const surveyIn = (survey: Survey, translated: Translate): Survey => ({
  ...survey,
  title: translated(survey.title),
  lead: translated(survey.lead),
  questions: survey.questions.map((question) => questionIn(question, translated)),
  outcomes: survey.outcomes.map((outcome) => outcomeIn(outcome, translated)),
})

/** Every text of a survey, in the order in which people read them. */
const allTextsOf = (survey: Survey): readonly string[] => {
  const texts: string[] = []
  surveyIn(survey, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** The same, each text once. */
export const textsOf = (survey: Survey): readonly string[] => [...new Set(allTextsOf(survey))]

/**
 * The texts of a survey, as a language shows it, that stayed in the first one. A text that is the same in both is not one of them where
 * the translations of the survey say so.
 */
export const untranslatedTexts = (shown: Survey, first: Survey, language: string): readonly string[] => {
  const own = ownValue<Readonly<Record<string, string>> | undefined>(first.translations ?? {}, language)
  const originals = allTextsOf(first)
  const stayed = allTextsOf(shown).filter((text, at) => text === originals[at])
  return [...new Set(stayed)].filter((text) => !Object.hasOwn(own ?? {}, text))
}

/** How a survey says its texts in a language: by its own translations, or as the files of the content folder do where it has none. */
export const translatorOf = ({ translations }: Survey, language: string, ofFiles: Translate): Translate => {
  const own = ownValue<Readonly<Record<string, string>> | undefined>(translations ?? {}, language)
  return own === undefined ? ofFiles : (text) => ownValue(own, text) ?? text
}

/** A survey with its texts in a language, by the texts themselves; what is empty or says nothing of it is left out. */
export const translatedSurvey = (
  survey: Survey,
  language: Language,
  translations: ReadonlyMap<string, string>,
): Survey => ({
  ...survey,
  translations: {
    ...survey.translations,
    [language]: Object.fromEntries(
      textsOf(survey).flatMap((text) => {
        const translation = translations.get(text) ?? ''
        return translation === '' ? [] : [[text, translation] as const]
      }),
    ),
  },
})

/** What translations say of the texts that a survey still has: other words are shown in the first language until somebody translates them. */
export const translationsInUse = (survey: Survey, translations: Survey['translations']): Survey => {
  if (translations === undefined) return survey
  const texts = new Set(textsOf(survey))
  const inUse = Object.entries(translations).map(([language, all]) => [
    language,
    Object.fromEntries(Object.entries(all).filter(([text]) => texts.has(text))),
  ])
  return { ...survey, translations: Object.fromEntries(inUse) }
}
