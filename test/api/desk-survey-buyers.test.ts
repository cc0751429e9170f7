import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listDeskSurveys, viewDeskSurvey } from '#desk/survey-endpoints.ts'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { customAction } from '#loyalty/endpoints.ts'
import { answerSurvey, findOnboarding } from '#survey/endpoints.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-buyers')
const olga = await joinDesk(api, 'owner', 'olga-buyers')

const view = async (name: string) =>
  viewDeskSurvey.reply.parse((await omar.get(`/api/desk/surveys/${name}/`)).json())

const created = (name: string, buyers: readonly string[], person = omar) =>
  person.post(`/api/desk/surveys/${name}/publish/`, {
    base: 0,
    is_new: true,
    title: `About ${name}`,
    lead: 'One question.',
    buyers,
    questions: [{ id: '', text: 'How is it?', note: '', has_several: false, options: [] }],
  })

/** Publishes a survey as it is, for other buyers. */
const moved = async (name: string, more: object) => {
  const { version, title, lead, questions } = await view(name)
  const sent = questions.map(({ id, text, note, has_several, options }) => ({
    id,
    text,
    note,
    has_several,
    options,
  }))
  return omar.post(`/api/desk/surveys/${name}/publish/`, {
    base: version,
    title,
    lead,
    questions: sent,
    ...more,
  })
}

const askedFor = async (...plans: readonly string[]) =>
  (await shop.visitor().client.call(findOnboarding, { plans: plans.join(',') })).survey

const completed = async () => {
  const buyer = shop.visitor()
  await buyer.add('vs-rst')
  await buyer.checkout()
  const { client } = await shop.asMember(buyer)
  await client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  const { questions } = await view('onboarding-vs01')
  await client.call(answerSurvey, {
    survey_name: 'onboarding-vs01',
    survey_responses: questions.map(({ id, answers: [first] }) =>
      first ? { question_id: id, option_id: first.id } : { question_id: id, answer_text: 'Well' },
    ),
  })
  return client
}

const forgotten = await completed()

test('the present shop asks the buyers of its files, and nobody in particular what the first plan asks', async () => {
  const { surveys } = listDeskSurveys.reply.parse((await omar.get('/api/desk/surveys/')).json())
  expect(surveys.map(({ name, buyers, is_quiz }) => [name, is_quiz ? 'quiz' : buyers.join(' ')])).toEqual([
    ['is-ds01-right-for-you', 'quiz'],
    ['onboarding', 'syn'],
    ['onboarding-pds', 'pds pds+syn pds+vs pds+syn+vs'],
    ['onboarding-vs01', 'vs'],
    ['onboarding-vsds', 'syn+vs'],
  ])
  expect(await askedFor()).toBe('onboarding')
  expect(await askedFor('vs-wk', 'syn-rf')).toBe('onboarding-vsds')
  expect(await askedFor('kelp-wk')).toBeNull()
  const redirect = await api.inject({ method: 'GET', url: '/onboarding?plans=pds-wk,syn-wk' })
  expect(redirect.headers['location']).toBe('/onboarding/onboarding-pds')
})

test('buyers of another survey, unknown products and buyers of the quiz are refused at their field', async () => {
  const refused = async (...buyers: readonly string[]) =>
    (await created('onboarding-new', buyers)).json().fields
  expect(await refused('vs+ syn')).toEqual({ buyers: 'Buyers of syn+vs are asked onboarding-vsds.' })
  expect((await refused('kelp')).buyers).toMatch(/^No code of a plan begins with kelp\. There are .*\bsyn\b/)
  expect((await refused('a b')).buyers).toMatch(/begins with a b/)
  expect((await moved('is-ds01-right-for-you', { buyers: ['pds+vs+pds'] })).json().fields).toHaveProperty(
    'buyers',
  )
  expect((await moved('onboarding-vs01', {})).statusCode).toBe(200)
  expect((await view('onboarding-vs01')).buyers).toEqual(['vs'])
})

test('another survey asks a group of buyers as soon as the first one gives it up; of two that take it at once one does', async () => {
  expect((await moved('onboarding-vs01', { buyers: [] })).statusCode).toBe(200)
  const both = await Promise.all([created('onboarding-one', ['vs']), created('onboarding-two', ['VS'], olga)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const name = both[0]?.statusCode === 200 ? 'onboarding-one' : 'onboarding-two'
  await expect.poll(() => askedFor('vs-wk')).toBe(name)
  const page = await api.inject({ method: 'GET', url: `/onboarding/${name}` })
  expect(page.body).toContain('How is it?')
})

test('who completed the survey of then has a profile, whatever asks buyers now, and also by the release before', async () => {
  await expect.poll(() => askedFor('vs-wk')).not.toBe('onboarding-vs01')
  expect(await forgotten.call(customAction, { action_name: 'complete_profile' })).toMatchObject({
    success: true,
  })
  // It is no onboarding any more.
  const late = await completed()
  await expect(late.call(customAction, { action_name: 'complete_profile' })).rejects.toThrow(
    'ACTION_NOT_ALLOWED',
  )
  expect((await moved('onboarding-vs01', { buyers: ['vs+pds'] })).json().fields).toEqual({
    buyers: 'Buyers of pds+vs are asked onboarding-pds.',
  })
  await db.updateTable('survey_attempt').set({ completes_profile: null }).execute()
  await expect(late.call(customAction, { action_name: 'complete_profile' })).rejects.toThrow(
    'ACTION_NOT_ALLOWED',
  )
})

test('a version from before asks the buyers of its file', async () => {
  const { buyers: _buyers, ...before } = SurveyFile.parse({
    name: 'onboarding-pds',
    title: 'About PDS-08',
    lead: 'One question.',
    questions: [{ id: 'how', text: 'How?', kind: 'text', options: [] }],
  })
  await db
    .insertInto('survey_version')
    .values({
      number: 900,
      name: 'onboarding-pds',
      made_at: deps.clock.now().toString(),
      document: JSON.stringify(before),
    })
    .execute()
  expect((await view('onboarding-pds')).buyers).toEqual(['pds', 'pds+syn', 'pds+vs', 'pds+syn+vs'])
  expect((await moved('onboarding-pds', { title: 'About powder' })).statusCode).toBe(200)
  await expect
    .poll(async () => (await api.inject({ method: 'GET', url: '/onboarding/onboarding-pds' })).body)
    .toContain('About powder')
  expect(await askedFor('pds-wk')).toBe('onboarding-pds')
})

/** Publishes a survey past the desk, as another process does. */
const published = (store: typeof db, number: number, name: string, buyers: readonly string[]) =>
  store
    .insertInto('survey_version')
    .values({
      number,
      name,
      made_at: deps.clock.now().toString(),
      document: JSON.stringify({
        name,
        title: 'About it',
        lead: 'One question.',
        buyers,
        questions: [{ id: 'how', text: 'How?', kind: 'text', options: [] }],
      }),
    })
    .execute()

test('a publication waits for one that is under way, and is refused when that one takes its buyers', async () => {
  const other = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!other.isCommitted) await other.rollback().execute()
  })
  await sql`lock table survey_version in exclusive mode`.execute(other)
  await published(other, 910, 'onboarding-first', ['zzz'])
  const second = created('onboarding-second', ['zzz'])
  await waitUntilBlocked(db, 1, 'lock table survey_version')
  await other.commit().execute()
  expect((await second).json().fields).toEqual({ buyers: 'Buyers of zzz are asked onboarding-first.' })
})

test('buyers whose plans are gone stay with their survey, and no new survey can name them', async () => {
  await published(db, 920, 'onboarding-gone', ['gone'])
  expect((await moved('onboarding-gone', { buyers: ['gone'], title: 'About what is gone' })).statusCode).toBe(
    200,
  )
  expect((await view('onboarding-gone')).buyers).toEqual(['gone'])
  expect((await created('onboarding-more', ['gone+vs'])).json().fields).toEqual({
    buyers: expect.stringContaining('No code of a plan begins with gone.'),
  })
})
