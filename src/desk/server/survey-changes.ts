import { prefixOf } from '#catalogue/rules/product.ts'
import { readDocuments } from '#catalogue/server/catalogue-versions.ts'
import { recordAction } from '#staff/server/audits.ts'
import { askedOrder, editedSurvey } from '#survey/rules/edited-survey.ts'
import { asksAlready, buyersOf } from '#survey/rules/onboarding.ts'
import { branchedSurvey, unknownBranches } from '#survey/rules/survey-branches.ts'
import { translatedSurvey } from '#survey/rules/survey-translation.ts'
import type { Survey } from '#survey/rules/survey.ts'
import { publishSurvey } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type * as endpoints from '../survey-endpoints.ts'
import { checkedSurvey, fieldOfBranch, fieldOfQuestion } from './survey-faults.ts'
import { knownAddresses } from './page-checks.ts'
import type { PageServices } from './page-checks.ts'
import { decided, saidOutcomes } from './survey-outcomes.ts'
import { otherLanguages, translationsOf } from './survey-texts.ts'

export interface SurveyServices extends Pick<PageServices, 'pages' | 'isScreen'> {
  readonly deps: AppDeps
  readonly surveys: Surveys
}

type Entered = PayloadOf<typeof endpoints.publishDeskSurvey>
type EnteredBranches = PayloadOf<typeof endpoints.branchDeskSurvey>
type EnteredTexts = PayloadOf<typeof endpoints.translateDeskSurvey>

/** The buyers that a form names. Throws VALIDATION_ERROR for those of another survey, and for new ones of no product. */
const buyersIn = (
  { buyers }: Entered,
  before: Survey | undefined,
  others: readonly Survey[],
  products: ReadonlySet<string>,
): readonly string[] | undefined => {
  const named = buyers && [...new Set(buyers.map(buyersOf))].filter((one) => one !== '')
  const refuse = (message: string) => new ShopError('VALIDATION_ERROR', { fields: { buyers: message } })
  for (const one of named ?? []) {
    const other = asksAlready(others, one)
    if (other) throw refuse(`Buyers of ${one} are asked ${other.name}.`)
    if (before?.buyers?.includes(one)) continue
    const unknown = one.split('+').find((product) => !products.has(product))
    if (unknown !== undefined)
      throw refuse(`No code of a plan begins with ${unknown}. There are ${[...products].join(', ')}.`)
  }
  return named
}

const edited = (
  entered: Entered,
  before: Survey | undefined,
  others: readonly Survey[],
  products: ReadonlySet<string>,
): Survey => {
  const { name, is_new: isNew } = entered
  if (isNew && before)
    throw new ShopError('VALIDATION_ERROR', { fields: { name: 'There is a survey of this name.' } })
  if (!isNew && !before) throw new ShopError('NOT_FOUND')
  const questions = entered.questions.map(({ has_several: hasSeveral, ...question }) => ({
    ...question,
    hasSeveral,
  }))
  return checkedSurvey(
    editedSurvey(name, before, {
      ...entered,
      questions,
      buyers: buyersIn(entered, before, others, products),
    }),
    fieldOfQuestion(askedOrder(questions)),
  )
}

const branched = ({ branches }: EnteredBranches, before: Survey | undefined): Survey => {
  if (!before) throw new ShopError('NOT_FOUND')
  const [unknown] = unknownBranches(before, branches)
  if (unknown !== undefined)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { [`branches.${unknown}.question`]: 'The survey has no such question or answer.' },
    })
  return checkedSurvey(branchedSurvey(before, branches), fieldOfBranch(before, branches))
}

const translated = ({ language, texts }: EnteredTexts, before: Survey | undefined): Survey => {
  const known = otherLanguages.find(({ code }) => code === language)
  if (!before || !known) throw new ShopError('NOT_FOUND')
  const translations = new Map(texts.map(({ text, translation }) => [text, translation] as const))
  return translatedSurvey(before, known.code, translations)
}

const targetText = ({ questions }: Survey, next: string): string =>
  questions.find(({ id }) => id === next)?.text ?? next

const saidQuestions = ({ title, lead, buyers = [], questions }: Survey) => ({
  title,
  lead,
  buyers: buyers.join(', '),
  questions: questions.map(({ text }) => text).join(' | '),
})

const saidBranches = (survey: Survey) => ({
  branches: survey.questions
    .flatMap(({ text, next, options }) => [
      ...options.flatMap((one) =>
        one.next === undefined ? [] : [`${one.text} → ${targetText(survey, one.next)}`],
      ),
      ...(next === undefined ? [] : [`${text} → ${targetText(survey, next)}`]),
    ])
    .join(' | '),
})

/** The texts of a language that another version has otherwise. */
const saidTexts = (
  surveys: Surveys,
  language: EnteredTexts['language'],
  survey: Survey,
  other: Survey | undefined,
) => {
  const before = new Map(
    (other ? translationsOf(surveys, other, language) : []).map((one) => [one.text, one.translation]),
  )
  const changed = translationsOf(surveys, survey, language).filter(
    ({ text, translation }) => before.get(text) !== translation,
  )
  return {
    language,
    texts: changed.map(({ text, translation }) => `${text} → ${translation || 'as it is'}`).join(' | '),
  }
}

interface Change {
  readonly action: 'survey.published' | 'survey.branched' | 'survey.outcomes' | 'survey.translated'
  readonly edit: (
    before: Survey | undefined,
    others: readonly Survey[],
    products: ReadonlySet<string>,
  ) => Survey
  /** What the audit log says of a survey, beside the other one of the change. */
  readonly said: (survey: Survey, other: Survey | undefined) => Readonly<Record<string, string>>
}

const publish = (
  { deps, surveys }: SurveyServices,
  context: RequestContext,
  { name, base }: { readonly name: string; readonly base: number },
  { action, edit, said }: Change,
) => {
  const actor = staffOf(context)
  return inTransaction(deps, async (tx) => {
    const documents = await readDocuments(tx.db)
    const plans = [...documents.values()].filter(({ plan }) => plan !== null)
    const products = new Set(plans.map(({ sku }) => prefixOf(sku)))
    const { version, before, after } = await publishSurvey(tx, surveys, {
      name,
      base,
      staffId: actor.staffId,
      edit: (before, others) => edit(before, others, products),
    })
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      {
        action,
        subject: `survey:${name}`,
        before: before ? said(before, after) : null,
        after: said(after, before),
      },
    )
    return { version }
  })
}

type Changes = Pick<
  HandlersFor<typeof endpoints>,
  'publishDeskSurvey' | 'branchDeskSurvey' | 'setDeskSurveyOutcomes' | 'translateDeskSurvey'
>

/** What staff publish of a survey: its questions, where answers lead, its outcomes, and its texts in another language; each is a version of all of it. */
export const createSurveyChanges = (services: SurveyServices): Changes => ({
  publishDeskSurvey: (context, entered) =>
    publish(services, context, entered, {
      action: 'survey.published',
      edit: (before, others, products) => edited(entered, before, others, products),
      said: saidQuestions,
    }),
  branchDeskSurvey: (context, entered) =>
    publish(services, context, entered, {
      action: 'survey.branched',
      edit: (before) => branched(entered, before),
      said: saidBranches,
    }),
  setDeskSurveyOutcomes: (context, entered) =>
    publish(services, context, entered, {
      action: 'survey.outcomes',
      edit: (before) => decided(entered, before, knownAddresses(services)),
      said: saidOutcomes,
    }),
  translateDeskSurvey: (context, entered) =>
    publish(services, context, entered, {
      action: 'survey.translated',
      edit: (before) => translated(entered, before),
      said: (survey, other) => saidTexts(services.surveys, entered.language, survey, other),
    }),
})
