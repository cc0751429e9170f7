import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { SurveyStep } from '../rules/survey-steps.ts'

export const insertSteps = async (tx: Tx, survey: string, steps: readonly SurveyStep[]): Promise<void> => {
  if (steps.length === 0) return
  await tx.db
    .insertInto('survey_step')
    .values(steps.map((step) => ({ id: tx.ids.randomUuid(), survey, step, at: tx.now.toString() })))
    .execute()
}

/** How often a survey's steps were reached from one moment on and before another. */
export const countSteps = async (
  db: Kysely<Database>,
  survey: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<Readonly<Record<SurveyStep, number>>> => {
  const rows = await db
    .selectFrom('survey_step')
    .select((field) => ['step', field.fn.countAll<number>().as('times')])
    .where('survey', '=', survey)
    .where('at', '>=', from.toString())
    .where('at', '<', to.toString())
    .groupBy('step')
    .execute()
  const times = (step: SurveyStep): number => rows.find((row) => row.step === step)?.times ?? 0
  return { started: times('started'), finished: times('finished') }
}
