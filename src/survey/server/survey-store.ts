import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Answer, Answers, SurveyStep } from '../rules/survey-path.ts'
import type { Survey } from '../rules/survey.ts'

export const insertSteps = async (tx: Tx, survey: string, steps: readonly SurveyStep[]): Promise<void> => {
  if (steps.length === 0) return
  await tx.db
    .insertInto('survey_step')
    .values(steps.map((step) => ({ id: tx.ids.randomUuid(), survey, step, at: tx.now.toString() })))
    .execute()
}

type Db = Kysely<Database>

/** A member's answers to one survey. */
export interface StoredAttempt {
  readonly id: string
  readonly survey: string
  readonly completedAt: string | null
  readonly answers: Answers
}

const Options = z.array(z.object({ id: z.string(), text: z.string() }))

const selectAnswers = async (db: Db, accountId: string, attemptId: string): Promise<Answers> => {
  const rows = await db
    .selectFrom('survey_answer')
    .select(['question_id', 'options', 'answer_text'])
    .where('account_id', '=', accountId)
    .where('attempt_id', '=', attemptId)
    .execute()
  return Object.fromEntries(
    rows.map((row): [string, Answer] => [
      row.question_id,
      { optionIds: Options.parse(row.options).map(({ id }) => id), text: row.answer_text },
    ]),
  )
}

const attemptOf = (db: Db, accountId: string) =>
  db.selectFrom('survey_attempt').select(['id', 'survey', 'completed_at']).where('account_id', '=', accountId)

const withAnswers = async (
  db: Db,
  accountId: string,
  row: { readonly id: string; readonly survey: string; readonly completed_at: string | null } | undefined,
): Promise<StoredAttempt | null> =>
  row
    ? {
        id: row.id,
        survey: row.survey,
        completedAt: row.completed_at,
        answers: await selectAnswers(db, accountId, row.id),
      }
    : null

export const readAttempt = async (db: Db, accountId: string, survey: string): Promise<StoredAttempt | null> =>
  withAnswers(db, accountId, await attemptOf(db, accountId).where('survey', '=', survey).executeTakeFirst())

export const readAttemptById = async (db: Db, accountId: string, id: string): Promise<StoredAttempt | null> =>
  withAnswers(db, accountId, await attemptOf(db, accountId).where('id', '=', id).executeTakeFirst())

/** Starts a member's attempt or finds the existing one, and locks it until the transaction ends. */
export const beginAttempt = async (tx: Tx, accountId: string, survey: string): Promise<StoredAttempt> => {
  await tx.db
    .insertInto('survey_attempt')
    .values({ id: tx.ids.uuid(), account_id: accountId, survey, started_at: tx.now.toString() })
    .onConflict((conflict) => conflict.columns(['account_id', 'survey']).doNothing())
    .execute()
  const row = await attemptOf(tx.db, accountId)
    .where('survey', '=', survey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    survey,
    completedAt: row.completed_at,
    answers: await selectAnswers(tx.db, accountId, row.id),
  }
}

/** Overwrites earlier answers, with the survey's current text. */
export const writeAnswers = async (
  tx: Tx,
  accountId: string,
  attemptId: string,
  survey: Survey,
  answers: Answers,
): Promise<void> => {
  const rows = survey.questions.flatMap(({ id, text, options }) => {
    const answer = ownValue(answers, id)
    if (!answer) return []
    const chosen = options.filter((option) => answer.optionIds.includes(option.id))
    return [
      {
        attempt_id: attemptId,
        account_id: accountId,
        question_id: id,
        question: text,
        options: JSON.stringify(chosen.map((option) => ({ id: option.id, text: option.text }))),
        answer_text: answer.text,
        answered_at: tx.now.toString(),
      },
    ]
  })
  if (rows.length === 0) return
  await tx.db
    .insertInto('survey_answer')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['attempt_id', 'question_id']).doUpdateSet((set) => ({
        question: set.ref('excluded.question'),
        options: set.ref('excluded.options'),
        answer_text: set.ref('excluded.answer_text'),
        answered_at: set.ref('excluded.answered_at'),
      })),
    )
    .execute()
}

/** True only for the call that completes it, however often that is tried. */
export const completeAttempt = async (
  tx: Tx,
  accountId: string,
  id: string,
  completesProfile: boolean,
): Promise<boolean> => {
  const row = await tx.db
    .updateTable('survey_attempt')
    .set({ completed_at: tx.now.toString(), completes_profile: completesProfile })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A survey that a member has completed. */
interface CompletedSurvey {
  readonly survey: string
  /** Null where a release that did not write it down completed it. */
  readonly completesProfile: boolean | null
}

/** The surveys that a member has completed. */
export const readCompleted = async (db: Db, accountId: string): Promise<readonly CompletedSurvey[]> => {
  const rows = await attemptOf(db, accountId)
    .select('completes_profile')
    .where('completed_at', 'is not', null)
    .execute()
  return rows.map(({ survey, completes_profile: completesProfile }) => ({ survey, completesProfile }))
}

/** Everything that a member has answered, for the member's data file. */
export const readAllAnswers = async (db: Db, accountId: string) => {
  const rows = await db
    .selectFrom('survey_answer')
    .innerJoin('survey_attempt', 'survey_attempt.id', 'survey_answer.attempt_id')
    .select(['survey', 'question', 'options', 'answer_text', 'answered_at'])
    .where('survey_answer.account_id', '=', accountId)
    .orderBy('answered_at')
    .execute()
  return rows.map(({ survey, question, options, answer_text: answerText, answered_at: at }) => ({
    survey,
    question,
    answers: answerText === '' ? Options.parse(options).map(({ text }) => text) : [answerText],
    answered_at: at,
  }))
}

/** Answers go with their attempts. */
export const deleteAttempts = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('survey_attempt').where('account_id', '=', accountId).execute()
}
