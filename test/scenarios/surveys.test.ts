import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { viewUser } from '#account/endpoints.ts'
import { recordExposure, setUserExperiment, viewExperiments } from '#experiment/endpoints.ts'
import { customAction } from '#loyalty/endpoints.ts'
import { answerSurvey, answerUserSurvey, viewSurvey, viewUserSurvey } from '#survey/endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const chosen = (question_id: string, option_id: string) => ({ question_id, option_id })

const onboarding = [
  chosen('reason', 'digestion'),
  chosen('before', 'never'),
  chosen('when', 'meal'),
  { question_id: 'notice', answer_text: 'Sleep' },
]

test('a visitor’s answers stay in one browser, continue there, and are visible to nobody else', async ({
  shop,
}) => {
  const { client } = shop.visitor()
  const begun = await client.call(answerSurvey, {
    survey_name: 'onboarding',
    survey_responses: onboarding.slice(0, 2),
  })
  expect(begun).toMatchObject({
    msg: 'created',
    answered: 2,
    number_of_questions: 4,
    next_question_id: 'when',
  })
  const { user_survey_id: id } = begun
  expect((await client.call(viewSurvey, { name: 'onboarding' })).user_survey).toMatchObject({ answered: 2 })
  expect((await client.call(viewUserSurvey, { id })).survey_responses[0]).toEqual({
    survey_id: 'onboarding',
    question_id: 'reason',
    question: 'What made you choose DS-01?',
    option_id: 'digestion',
    option_text: 'Digestion',
    answer_text: null,
  })
  const stranger = shop.visitor().client
  await expect(stranger.call(viewUserSurvey, { id })).rejects.toThrow('NOT_FOUND')
  await expect(stranger.call(answerUserSurvey, { id, survey_responses: onboarding })).rejects.toThrow(
    'NOT_FOUND',
  )
  const done = await client.call(answerUserSurvey, { id, survey_responses: onboarding.slice(2) })
  expect(done).toMatchObject({ user_survey_id: id, completed: true, next_question_id: null, outcome: null })
  const { kysely } = shop.app.database
  expect(await kysely.selectFrom('survey_answer').select('question_id').execute()).toEqual([])
  // Only that somebody began and finished it is counted.
  const steps = kysely.selectFrom('survey_step').select(['survey', 'step']).orderBy('at')
  expect(await steps.execute()).toEqual([
    { survey: 'onboarding', step: 'started' },
    { survey: 'onboarding', step: 'finished' },
  ])
})

test('a visitor’s answers move to the member at sign-in, complete the profile once, and earn points once', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
  await visitor.client.call(answerSurvey, { survey_name: 'onboarding', survey_responses: onboarding })
  const member = await shop.asMember(visitor)
  const { call } = member.client
  await call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  const earn = () => call(customAction, { action_name: 'complete_profile' })
  expect(await Promise.all([earn(), earn()])).toEqual([
    { success: true, points: 100 },
    { success: true, points: 100 },
  ])
  const stored = (await call(viewSurvey, { name: 'onboarding' })).user_survey
  expect(stored).toMatchObject({ completed: true, answered: 4 })
  expect([...member.client.jar.keys()].filter((name) => name.includes('survey'))).toEqual([])
  const steps = sql<{ step: string; times: number }>`select step, count(*)::int as times from survey_step
    group by step order by step`
  // Twice begun and finished: by the visitor before, and by this one, who signed in afterwards.
  expect((await steps.execute(shop.app.database.kysely)).rows).toEqual([
    { step: 'finished', times: 2 },
    { step: 'started', times: 2 },
  ])
  // Changing an answer later does not complete it again.
  await call(answerSurvey, { survey_name: 'onboarding', survey_responses: [chosen('when', 'evening')] })
  const all = await call(exportUser, {})
  expect(all['survey_answers']).toContainEqual(
    expect.objectContaining({ question: 'When will you take it?', answers: ['In the evening'] }),
  )
  expect(all['loyalty_points']).toEqual([
    expect.objectContaining({ action: 'complete_profile', points: 100 }),
  ])
  const stranger = await shop.member({ plan: 'vaginal refill' })
  const theirs = { id: stored?.user_survey_id ?? '' }
  await expect(stranger.client.call(viewUserSurvey, theirs)).rejects.toThrow('NOT_FOUND')
})

test('the quiz asks visitors nothing in states that protect health answers', async ({ shop }) => {
  const name = 'is-ds01-right-for-you'
  const washington = shop.visitor('US', 'WA').client
  await expect(washington.call(viewSurvey, { name })).rejects.toThrow('ACTION_NOT_ALLOWED')
  const answer = { survey_name: name, survey_responses: [chosen('reason', 'child')] }
  await expect(washington.call(answerSurvey, answer)).rejects.toThrow('ACTION_NOT_ALLOWED')
  const oregon = shop.visitor().client
  expect((await oregon.call(answerSurvey, answer)).outcome).toMatchObject({
    id: 'for-a-child',
    promo_code: null,
  })
})

test('a custom action is accepted only if it is known and its condition is met, and earns nothing when loyalty is hidden', async ({
  shop,
}) => {
  const { client } = await shop.member({ plan: 'monthly refill' })
  await client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  const action = (action_name: string) => client.call(customAction, { action_name })
  await expect(action('complete_profile')).rejects.toMatchObject({ data: { reason: 'profile-incomplete' } })
  await expect(action('print_money')).rejects.toThrow('VALIDATION_ERROR')
  await client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'exclude' })
  await expect(action('complete_profile')).rejects.toMatchObject({ data: { reason: 'not-in-program' } })
})

test('a member’s experiment variant is stable, and a variant set through the API overrides the assigned one', async ({
  shop,
}) => {
  const { client } = await shop.member({ plan: 'pediatric kit' })
  const mine = async () => (await client.call(viewExperiments, {})).experiments['loyalty_new_user']
  const first = await mine()
  expect([await mine(), await mine()]).toEqual([first, first])
  const other = first === 'include' ? 'exclude' : 'include'
  await client.call(setUserExperiment, { id: 'loyalty_new_user', variant: other })
  expect(await mine()).toBe(other)
  expect((await client.call(viewUser, {})).experiments).toMatchObject({ loyalty_new_user: other })
  expect(await client.call(recordExposure, { id: 'loyalty_new_user' })).toEqual({ variant: other })
  const wrong = { id: 'loyalty_new_user', variant: 'nobody' }
  await expect(client.call(setUserExperiment, wrong)).rejects.toThrow('VALIDATION_ERROR')
  await expect(client.call(setUserExperiment, { ...wrong, id: 'gone' })).rejects.toThrow('NOT_FOUND')
})

test('a visitor has the variants of the cookie that the edge wrote', async ({ shop }) => {
  const { client } = shop.visitor()
  client.jar.set(
    'optimizely_edge_experiments',
    encodeURIComponent('{"loyalty_new_user":"exclude","gone":"x"}'),
  )
  expect((await client.call(viewExperiments, {})).experiments).toEqual({ loyalty_new_user: 'exclude' })
})

test('deleting an account deletes its answers, points and variants', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('vs-rst')
  await buyer.checkout()
  const member = await shop.asMember(buyer)
  const { call } = member.client
  await call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  await call(recordExposure, { id: 'loyalty_new_user' })
  await call(answerSurvey, { survey_name: 'onboarding', survey_responses: onboarding })
  await call(customAction, { action_name: 'complete_profile' })
  const { externalId: account } = await call(viewUser, {})
  const { kysely } = shop.app.database
  const rows = async () => {
    const tables = [
      'survey_attempt',
      'survey_answer',
      'loyalty_entry',
      'experiment_choice',
      'experiment_exposure',
    ]
    const counts = await Promise.all(
      tables.map((table) =>
        sql<{
          count: number
        }>`select count(*) from ${sql.table(table)} where account_id = ${account}`.execute(kysely),
      ),
    )
    return counts.map((count) => Number(count.rows[0]?.count))
  }
  expect(await rows()).toEqual([1, 4, 1, 1, 1])
  await member.prove()
  await call(deleteAccount, { email: member.email })
  // Nor does a job that was on its way write anything of them.
  await sql`insert into pgboss.job (name, data) values ('shop', ${JSON.stringify({
    kind: 'loyalty: profile completed',
    payload: { accountId: account },
  })}::jsonb)`.execute(kysely)
  await shop.settled()
  expect(await rows()).toEqual([0, 0, 0, 0, 0])
})
