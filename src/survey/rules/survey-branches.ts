import type { Question, Survey } from './survey.ts'

/** Where an answer leads. */
export interface EnteredBranch {
  /** The id of a question. */
  readonly question: string
  /** The id of one of its answers; empty for every answer that leads nowhere else. */
  readonly option: string
  /** The id of a later question, or `end`; empty for the next one in order. */
  readonly next: string
}

/** An empty target is none of its own. */
const targetOf = (
  branch: EnteredBranch | undefined,
  before: string | undefined,
): { readonly next?: string } => {
  const next = branch === undefined ? before : branch.next
  return next === undefined || next === '' ? {} : { next }
}

/** The branches that name no question of a survey, or no answer of it, by their positions. */
export const unknownBranches = (
  { questions }: Survey,
  branches: readonly EnteredBranch[],
): readonly number[] =>
  branches.flatMap(({ question, option }, at) => {
    const own = questions.find(({ id }) => id === question)
    return own && (option === '' || own.options.some(({ id }) => id === option)) ? [] : [at]
  })

/** A survey whose answers lead where the branches say; others lead where they did. Not checked: `SurveyFile` does that. */
export const branchedSurvey = (survey: Survey, branches: readonly EnteredBranch[]): Survey => {
  const branchOf = (question: string, option: string): EnteredBranch | undefined =>
    branches.findLast((one) => one.question === question && one.option === option)
  const branched = ({ next, ...question }: Question): Question => ({
    ...question,
    ...targetOf(branchOf(question.id, ''), next),
    options: question.options.map(({ next: before, ...option }) => ({
      ...option,
      ...targetOf(branchOf(question.id, option.id), before),
    })),
  })
  return { ...survey, questions: survey.questions.map(branched) }
}
