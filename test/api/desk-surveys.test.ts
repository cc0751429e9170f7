import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listDeskSurveys, viewDeskSurvey } from '#desk/survey-endpoints.ts'
import { answerSurvey, viewSurvey } from '#survey/endpoints.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-surveys')
const olga = await joinDesk(api, 'owner', 'olga-surveys')
const mira = await joinDesk(api, 'marketing', 'mira-surveys')
const sam = await joinDesk(api, 'support', 'sam-surveys')

const view = async (name: string) =>
  viewDeskSurvey.reply.parse((await mira.get(`/api/desk/surveys/${name}/`)).json())

const publish = (name: string, texts: object, person = omar) =>
  person.post(`/api/desk/surveys/${name}/publish/`, {
    base: 0,
    title: 'About kelp',
    lead: 'Two questions.',
    questions: kelp,
    ...texts,
  })

const question = (text: string, options: readonly string[], more: object = {}) => ({
  id: '',
  text,
  note: '',
  has_several: false,
  options,
  ...more,
})

const kelp = [question('How often do you eat kelp?', ['Never', 'Daily']), question('Anything else?', [])]

const asked = async (name: string) =>
  shop
    .visitor()
    .client.call(viewSurvey, { name })
    .then(
      ({ title, questions }) => [title, ...questions.map((one) => one.question)].join(' / '),
      () => null,
    )

test('a new survey is asked in every process without a restart, and a plan of the catalogue can name it', async () => {
  expect(await asked('onboarding-kelp')).toBeNull()
  const made = await publish('onboarding-kelp', { is_new: true })
  expect(made.json()).toEqual({ version: 1 })
  // The shop behind `asked` is another process of the same database.
  await expect
    .poll(() => asked('onboarding-kelp'))
    .toBe('About kelp / How often do you eat kelp? / Anything else?')
  await expect
    .poll(async () => (await mira.get('/api/desk/catalogue/choices/')).json().surveys)
    .toContain('onboarding-kelp')
  const page = await api.inject({ method: 'GET', url: '/onboarding/onboarding-kelp' })
  expect([page.statusCode, page.body.includes('How often do you eat kelp?')]).toEqual([200, true])
  const again = await publish('onboarding-kelp', { is_new: true })
  expect(again.json().fields).toEqual({ name: 'There is a survey of this name.' })
  const { surveys } = listDeskSurveys.reply.parse((await mira.get('/api/desk/surveys/')).json())
  expect(surveys.find(({ name }) => name === 'onboarding-kelp')).toMatchObject({
    questions: 2,
    version: 1,
    plans: [],
  })
  expect(surveys.find(({ name }) => name === 'onboarding')).toMatchObject({ version: 0 })
  const { rows } = await sql<{ actor: string; after: string }>`select actor, after from audit_entry
    where act = 'survey.published'`.execute(db)
  expect(rows).toEqual([
    { actor: 'omar-surveys (operations)', after: expect.stringContaining('How often do you eat kelp?') },
  ])
})

test('changed words keep what people answered before', async () => {
  const { client } = shop.visitor()
  const before = await client.call(viewSurvey, { name: 'onboarding-kelp' })
  const [first] = before.questions
  await client.call(answerSurvey, {
    survey_name: 'onboarding-kelp',
    survey_responses: [
      { question_id: first?.question_id ?? '', option_id: first?.options[1]?.option_id ?? '' },
    ],
  })
  const stored = await view('onboarding-kelp')
  const [frequency, rest] = stored.questions
  const changed = await publish('onboarding-kelp', {
    base: stored.version,
    questions: [
      { ...frequency, text: 'How often is it kelp?', options: ['Never', 'Every day'] },
      rest,
      question('Where?', ['Home', 'Work'], { has_several: true }),
    ],
  })
  expect(changed.statusCode).toBe(200)
  await expect.poll(() => asked('onboarding-kelp')).toContain('Where?')
  const after = await client.call(viewSurvey, { name: 'onboarding-kelp' })
  expect(after.user_survey?.survey_responses).toMatchObject([
    { question: 'How often is it kelp?', option_text: 'Every day' },
  ])
  expect((await view('onboarding-kelp')).history.map(({ by, what }) => [by, what])).toEqual([
    ['omar-surveys', 'About kelp, 3 questions'],
    ['omar-surveys', 'About kelp, 2 questions'],
  ])
})

test('a survey of a file gets a version, and keeps where its answers lead', async () => {
  const quiz = await view('onboarding-vs01')
  const [first, ...others] = quiz.questions
  const reply = await publish('onboarding-vs01', {
    base: 0,
    title: quiz.title,
    lead: quiz.lead,
    questions: [{ ...first, text: 'Why VS-01?' }, ...others],
  })
  expect(reply.statusCode).toBe(200)
  await expect.poll(() => asked('onboarding-vs01')).toContain('Why VS-01?')
  const now = await view('onboarding-vs01')
  expect(now.questions.map(({ id }) => id)).toEqual(quiz.questions.map(({ id }) => id))
  expect(now.questions.map((one) => one.has_branches)).toEqual(quiz.questions.map((one) => one.has_branches))
})

test('two people who publish one survey at once make one version and one refusal, and a wrong survey is refused at its field', async () => {
  const { version, questions, ...rest } = await view('onboarding-kelp')
  const both = await Promise.all(
    [omar, olga].map((person) =>
      publish('onboarding-kelp', { base: version, title: `${rest.title} again`, questions }, person),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const wrong = await publish('onboarding-other', {
    is_new: true,
    questions: [question('', []), question('One answer?', ['Only this'])],
  })
  expect(wrong.json().fields).toEqual({
    'questions.1.options': expect.stringMatching(/nothing to choose from\.$/),
  })
  const empty = await publish('onboarding-other', { is_new: true, questions: [] })
  expect(empty.json().fields).toEqual({ 'questions.0.text': 'Please enter a question.' })
  expect((await publish('not-there', {})).statusCode).toBe(404)
  await expect(sql`update survey_version set name = 'x'`.execute(db)).rejects.toThrow('final')
})

test('marketing sees surveys, operations and owners publish them, and support has no access', async () => {
  const { version } = await view('onboarding-kelp')
  expect((await publish('onboarding-kelp', { base: version }, mira)).statusCode).toBe(404)
  expect((await publish('onboarding-kelp', { base: version }, sam)).statusCode).toBe(404)
  for (const url of ['/api/desk/surveys/', '/api/desk/surveys/onboarding-kelp/'])
    expect((await sam.get(url)).statusCode).toBe(404)
  expect((await view('onboarding-kelp')).version).toBe(version)
})

test('a form without scripts publishes a survey and shows what was typed after a refusal', async () => {
  const fields = {
    name: 'onboarding-tea',
    title: 'About tea',
    lead: 'One question.',
    questions: '2',
    question_0_text: 'Green or black?',
    question_0_options: 'Green\r\n\r\nBlack',
  }
  const refused = await omar.form('/desk/surveys/new', { ...fields, question_0_options: 'Green' })
  expect(refused).toContain('nothing to choose from')
  expect(refused).toContain('Green or black?')
  await omar.form('/desk/surveys/new', fields)
  expect((await view('onboarding-tea')).questions).toMatchObject([{ options: ['Green', 'Black'] }])
  const page = await omar.get('/desk/surveys/onboarding-tea')
  expect(page.body).toContain('Nobody is asked it by itself.')
})

test('a survey that another process has published a moment ago is shown and changed as it is published, and its answers keep their ids', async () => {
  await publish('onboarding-late', { is_new: true })
  const first = await view('onboarding-late')
  const stored = async () =>
    (
      await db
        .selectFrom('survey_version')
        .select(['number', 'document'])
        .where('name', '=', 'onboarding-late')
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow()
    ).document
  const before = SurveyFile.parse(await stored())
  const added = { id: 'from-elsewhere', text: 'Who picks it?', kind: 'text' as const, options: [] }
  // As another process does, of whose publication this one has not heard yet.
  await db
    .insertInto('survey_version')
    .values({
      number: first.version + 1,
      name: 'onboarding-late',
      made_at: deps.clock.now().toString(),
      document: JSON.stringify({ ...before, questions: [...before.questions, added] }),
    })
    .execute()
  const { version, title, lead, questions } = await view('onboarding-late')
  expect([version, questions.map(({ text }) => text)]).toEqual([
    first.version + 1,
    ['How often do you eat kelp?', 'Anything else?', 'Who picks it?'],
  ])
  const sent = questions.map(({ id, text, note, has_several, options }) => ({
    id,
    text,
    note,
    has_several,
    options,
  }))
  const changed = await publish('onboarding-late', { base: version, title, lead, questions: sent })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(SurveyFile.parse(await stored()).questions.map(({ id }) => id)).toContain('from-elsewhere')
})

test('a survey that was published meanwhile is not published over by pressing again', async () => {
  const name = 'onboarding'
  const { version } = await view(name)
  const typed = { title: 'Mine', lead: 'Mine.', buyers: 'syn', base: String(version) }
  expect((await publish(name, { base: version, title: 'Theirs' })).statusCode).toBe(200)
  const refused = await omar.form(`/desk/surveys/${name}`, typed)
  const [, kept = ''] = /name="base" value="(\d+)"/.exec(refused) ?? []
  await omar.form(`/desk/surveys/${name}`, { ...typed, base: kept })
  expect(kept).toBe(String(version))
  expect((await view(name)).title).toBe('Theirs')
})
