import { readDocuments } from '#catalogue/server/catalogue-versions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { editedSurvey } from '#survey/rules/edited-survey.ts'
import { isOnboarding, quizSurvey } from '#survey/rules/survey-path.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import type { Question, Survey } from '#survey/rules/survey.ts'
import { publishedSurvey, publishSurvey, surveyVersion, surveyVersions } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locale.ts'
import type * as endpoints from '../survey-endpoints.ts'

export interface SurveyServices {
  readonly deps: AppDeps
  readonly surveys: Surveys
}

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

const askedBy = (name: string): 'group' | 'quiz' | null => {
  if (name === quizSurvey) return 'quiz'
  return isOnboarding(name) ? 'group' : null
}

const wireQuestion = ({ id, text, note = '', kind, options, next }: Question) => ({
  id,
  text,
  note,
  has_several: kind === 'many',
  options: options.map((option) => option.text),
  has_branches: next !== undefined || options.some((option) => option.next !== undefined),
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

const createReadHandlers = ({
  deps,
  surveys,
}: SurveyServices): Pick<Handlers, 'listDeskSurveys' | 'viewDeskSurvey'> => ({
  listDeskSurveys: async () => {
    const plans = await plansBySurvey(deps)
    const all = [...surveys(defaultLocale).values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return {
      surveys: await Promise.all(
        all.map(async ({ name, title, questions }) => ({
          name,
          title,
          questions: questions.length,
          plans: plans.get(name) ?? [],
          asked_by: askedBy(name),
          version: await surveyVersion(deps.database, name),
        })),
      ),
    }
  },
  viewDeskSurvey: async (_context, { name }) => {
    const { version, survey } = await publishedSurvey(deps.database, surveys, name)
    if (!survey) throw new ShopError('NOT_FOUND')
    const { title, lead, questions } = survey
    return {
      name,
      title,
      lead,
      version,
      questions: questions.map(wireQuestion),
      plans: (await plansBySurvey(deps)).get(name) ?? [],
      asked_by: askedBy(name),
      history: await historyOf(deps, name),
    }
  },
})

/** `questions.1.options` for a fault in the second question that was typed; what is left out counts too. */
const fieldOf = (path: readonly PropertyKey[], positions: readonly number[]): string => {
  const [part, at, inside] = path.map(String)
  if (part !== 'questions' || at === undefined) return 'title'
  return `questions.${positions[Number(at)] ?? 0}.${inside === 'options' ? 'options' : 'text'}`
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

type Entered = PayloadOf<typeof endpoints.publishDeskSurvey>

const checked = (survey: Survey, { questions }: Entered): Survey => {
  if (survey.questions.length === 0)
    throw new ShopError('VALIDATION_ERROR', { fields: { 'questions.0.text': 'Please enter a question.' } })
  const read = SurveyFile.safeParse(survey)
  if (read.success) return read.data
  const positions = questions.flatMap(({ text }, at) => (text === '' ? [] : [at]))
  const fields = read.error.issues
    .toReversed()
    .map(({ path, message }) => [fieldOf(path, positions), sentence(message)])
  throw new ShopError('VALIDATION_ERROR', { fields: Object.fromEntries(fields) })
}

const audited = ({ title, lead, questions }: Survey) => ({
  title,
  lead,
  questions: questions.map(({ text }) => text).join(' | '),
})

const edited = (entered: Entered, before: Survey | undefined): Survey => {
  const { name, is_new: isNew } = entered
  if (isNew && before)
    throw new ShopError('VALIDATION_ERROR', { fields: { name: 'There is a survey of this name.' } })
  if (!isNew && !before) throw new ShopError('NOT_FOUND')
  const questions = entered.questions.map(({ has_several: hasSeveral, ...question }) => ({
    ...question,
    hasSeveral,
  }))
  return checked(editedSurvey(name, before, { ...entered, questions }), entered)
}

const publish = ({ deps, surveys }: SurveyServices, context: RequestContext, entered: Entered) => {
  const { name, base } = entered
  const actor = staffOf(context)
  return inTransaction(deps, async (tx) => {
    const { version, before, after } = await publishSurvey(tx, surveys, {
      name,
      base,
      staffId: actor.staffId,
      edit: (survey) => edited(entered, survey),
    })
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      {
        action: 'survey.published',
        subject: `survey:${name}`,
        before: before ? audited(before) : null,
        after: audited(after),
      },
    )
    return { version }
  })
}

/** Surveys at the desk: the list, one survey, and publishing it. */
export const createDeskSurveyHandlers = (services: SurveyServices): Handlers => ({
  ...createReadHandlers(services),
  publishDeskSurvey: (context, entered) => publish(services, context, entered),
})
