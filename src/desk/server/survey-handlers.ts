import { readDocuments } from '#catalogue/server/catalogue-versions.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { quizSurvey } from '#survey/rules/survey-path.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import type { Outcome, Question, Survey } from '#survey/rules/survey.ts'
import { publishedSurvey, surveyVersion, surveyVersions } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { HandlersFor } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locale.ts'
import type * as endpoints from '../survey-endpoints.ts'
import { createSurveyChanges } from './survey-changes.ts'
import type { SurveyServices } from './survey-changes.ts'
import { otherLanguages, translationsOf } from './survey-texts.ts'

export type { SurveyServices } from './survey-changes.ts'

const versionsShown = 50

const plansBySurvey = async ({ database }: AppDeps): Promise<ReadonlyMap<string, string[]>> => {
  const asked = [...(await readDocuments(database)).values()].filter(({ survey }) => survey !== undefined)
  return new Map(
    [...Map.groupBy(asked, ({ survey = '' }) => survey)].map(([name, entries]) => [
      name,
      entries.map(({ sku }) => sku),
    ]),
  )
}

const wireQuestion = ({ id, text, note = '', kind, options, next }: Question) => ({
  id,
  text,
  note,
  has_several: kind === 'many',
  options: options.map((option) => option.text),
  has_branches: next !== undefined || options.some((option) => option.next !== undefined),
  next: next ?? '',
  answers: options.map((option) => ({ id: option.id, text: option.text, next: option.next ?? '' })),
})

const wireOutcome = ({ id, verdict, title, text, claim, code, when, action }: Outcome) => ({
  id,
  verdict,
  title,
  text,
  label: action.label,
  href: action.href,
  code,
  is_claim: claim,
  answers: Object.entries(when).flatMap(([question, options]) =>
    options.map((option) => ({ question, option })),
  ),
})

const questionWords = (count: number): string => (count === 1 ? '1 question' : `${count} questions`)

const historyOf = async ({ database }: AppDeps, name: string) => {
  const [versions, staff] = await Promise.all([
    surveyVersions(database, name, versionsShown),
    listStaff(database),
  ])
  const names = new Map(staff.map(({ id, name: person }) => [id, person ?? '']))
  return versions.map(({ number, madeAt, staffId, document }) => {
    const read = SurveyFile.safeParse(document).data
    return {
      number,
      at: madeAt.toString(),
      by: names.get(staffId ?? '') ?? 'a former colleague',
      what: read
        ? `${read.title}, ${questionWords(read.questions.length)}`
        : 'cannot be read by this release',
    }
  })
}

type Handlers = HandlersFor<typeof endpoints>

const languagesOf = (surveys: Surveys, survey: Survey) =>
  otherLanguages.map(({ code, name }) => {
    const texts = translationsOf(surveys, survey, code)
    const missing = texts.filter(({ translation }) => translation === '').length
    return { code, name, texts: texts.length, missing }
  })

const createTextsHandler =
  ({ deps, surveys }: SurveyServices): Handlers['viewDeskSurveyTexts'] =>
  async (_context, { name, language: code }) => {
    const { version, survey } = await publishedSurvey(deps.database, surveys, name)
    const language = otherLanguages.find((one) => one.code === code)
    if (!survey || !language) throw new ShopError('NOT_FOUND')
    return { version, language: language.name, texts: translationsOf(surveys, survey, language.code) }
  }

const createReadHandlers = ({
  deps,
  surveys,
}: SurveyServices): Pick<Handlers, 'listDeskSurveys' | 'viewDeskSurvey'> => ({
  listDeskSurveys: async () => {
    const plans = await plansBySurvey(deps)
    const all = [...surveys(defaultLocale).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return {
      surveys: await Promise.all(
        all.map(async ({ name, title, buyers = [], questions }) => ({
          name,
          title,
          questions: questions.length,
          plans: plans.get(name) ?? [],
          buyers,
          is_quiz: name === quizSurvey,
          version: await surveyVersion(deps.database, name),
        })),
      ),
    }
  },
  viewDeskSurvey: async (_context, { name }) => {
    const { version, survey } = await publishedSurvey(deps.database, surveys, name)
    if (!survey) throw new ShopError('NOT_FOUND')
    const { title, lead, buyers = [], questions, outcomes } = survey
    return {
      name,
      title,
      lead,
      version,
      questions: questions.map(wireQuestion),
      outcomes: outcomes.map(wireOutcome),
      plans: (await plansBySurvey(deps)).get(name) ?? [],
      buyers,
      is_quiz: name === quizSurvey,
      languages: languagesOf(surveys, survey),
      history: await historyOf(deps, name),
    }
  },
})

/** Surveys at the desk: the list, one survey, and publishing it. */
export const createDeskSurveyHandlers = (services: SurveyServices): Handlers => ({
  ...createReadHandlers(services),
  viewDeskSurveyTexts: createTextsHandler(services),
  ...createSurveyChanges(services),
})
