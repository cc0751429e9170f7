import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { viewDeskSurvey, viewDeskSurveyTexts } from '#desk/survey-endpoints.ts'
import { answerSurvey, viewSurvey } from '#survey/endpoints.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-branches')
const olga = await joinDesk(api, 'owner', 'olga-branches')
const mira = await joinDesk(api, 'marketing', 'mira-branches')
const sam = await joinDesk(api, 'support', 'sam-branches')

const at = '/api/desk/surveys/onboarding-kelp/'
const view = async () => viewDeskSurvey.reply.parse((await mira.get(at)).json())
const texts = async () => viewDeskSurveyTexts.reply.parse((await mira.get(`${at}texts/de/`)).json())

const question = (text: string, options: readonly string[]) => ({
  id: '',
  text,
  note: '',
  has_several: false,
  options,
})

const made = await omar.post(`${at}publish/`, {
  base: 0,
  is_new: true,
  title: 'About kelp',
  lead: 'Three questions.',
  questions: [
    question('Eat', ['No kelp', 'Daily']),
    question('Why not', ['Taste', 'Price']),
    question('Else', []),
  ],
})
expect(made.json()).toEqual({ version: 1 })

const branch = async (branches: readonly object[], person = omar, base?: number) =>
  person.post(`${at}branches/`, { base: base ?? (await view()).version, branches })

const translate = async (pairs: Readonly<Record<string, string>>, person = omar, base?: number) =>
  person.post(`${at}texts/de/`, {
    base: base ?? (await view()).version,
    texts: Object.entries(pairs).map(([text, translation]) => ({ text, translation })),
  })

const daily = { question: 'eat', option: 'daily', next: 'else' }

test('an answer that leads elsewhere at the desk does so in the shop, for who is answering just now too', async () => {
  const { client } = shop.visitor()
  const ask = () => client.call(viewSurvey, { name: 'onboarding-kelp' })
  await expect
    .poll(() =>
      ask().then(
        ({ path }) => path,
        () => null,
      ),
    )
    .toEqual(['eat', 'why-not', 'else'])
  await client.call(answerSurvey, {
    survey_name: 'onboarding-kelp',
    survey_responses: [{ question_id: 'eat', option_id: 'daily' }],
  })
  expect((await branch([daily])).json()).toEqual({ version: 2 })
  await expect.poll(async () => (await ask()).path).toEqual(['eat', 'else'])
  expect((await ask()).user_survey).toMatchObject({ number_of_questions: 2, next_question_id: 'else' })
  expect((await view()).questions[0]).toMatchObject({
    has_branches: true,
    answers: [
      { id: 'no-kelp', next: '' },
      { id: 'daily', next: 'else' },
    ],
  })
})

test('where answers would lead in a circle, nowhere, or past a question for everybody, nothing is published', async () => {
  const { version } = await view()
  const refused = async (branches: readonly object[]) => (await branch(branches)).json().fields
  expect(await refused([daily, { question: 'else', option: '', next: 'eat' }])).toEqual({
    'branches.1.next': 'A way leads back to eat.',
  })
  expect(await refused([{ question: 'eat', option: 'no-kelp', next: 'gone' }])).toEqual({
    'branches.0.next': 'There is no question gone.',
  })
  expect(await refused([daily, { question: 'eat', option: 'no-kelp', next: 'end' }])).toEqual({
    'questions.1': 'Nobody would be asked “Why not”: every answer leads past it.',
  })
  expect(await refused([{ question: 'eat', option: 'toString', next: '' }])).toEqual({
    'branches.0.question': 'The survey has no such question or answer.',
  })
  expect((await view()).version).toBe(version)
})

test('a question moves to another place, unless an answer would lead back to it then', async () => {
  const { version, title, lead, questions } = await view()
  const sent = questions.map(({ id, text, note, has_several, options }) => ({
    id,
    text,
    note,
    has_several,
    options,
  }))
  const publish = (places: readonly number[]) =>
    omar.post(`${at}publish/`, {
      base: version,
      title,
      lead,
      questions: sent.map((one, index) => ({ ...one, place: places[index] })),
    })
  // The daily answer leads to the third question, which would be the first.
  const refused = await publish([1, 2, 1])
  expect(refused.json().fields).toEqual({ 'questions.0.options': 'A way leads back to else.' })
  expect((await publish([1, 3, 3])).statusCode).toBe(200)
  expect((await view()).questions.map(({ id }) => id)).toEqual(['eat', 'else', 'why-not'])
  const { version: base } = await view()
  const back = await omar.post(`${at}publish/`, { base, title, lead, questions: sent })
  expect(back.statusCode).toBe(200)
})

test('texts of another language are published for all processes; a missing one is shown in the first language and counted', async () => {
  expect((await texts()).texts).toContainEqual({ text: 'No kelp', translation: '' })
  expect((await view()).languages).toEqual([{ code: 'de', name: 'Deutsch', texts: 9, missing: 9 }])
  const german = {
    'About kelp': 'Über Algen',
    Eat: 'Wie oft isst du Algen?',
    'No kelp': 'Nie',
    'Not a text of it': 'Nichts',
  }
  expect((await translate(german)).statusCode).toBe(200)
  await expect
    .poll(async () => (await api.inject({ method: 'GET', url: '/de/onboarding/onboarding-kelp' })).body)
    .toContain('Wie oft isst du Algen?')
  const page = await api.inject({ method: 'GET', url: '/de/onboarding/onboarding-kelp' })
  expect([page.body.includes('Nie<'), page.body.includes('Daily')]).toEqual([true, true])
  expect((await api.inject({ method: 'GET', url: '/onboarding/onboarding-kelp' })).body).not.toContain('Nie<')
  expect((await view()).languages).toMatchObject([{ texts: 9, missing: 6 }])
  expect((await texts()).texts.map(({ text }) => text)).not.toContain('Not a text of it')
})

test('a survey of files begins with the texts of its files, and keeps all of them when one is changed', async () => {
  const read = async () =>
    viewDeskSurveyTexts.reply.parse(
      (await mira.get('/api/desk/surveys/is-ds01-right-for-you/texts/de/')).json(),
    )
  const before = await read()
  expect(before.texts).toContainEqual({
    text: 'Ask your doctor first.',
    translation: 'Frag zuerst in deiner Arztpraxis.',
  })
  const changed = before.texts.map((one) =>
    one.text === 'Ask first' ? { ...one, translation: 'Bitte erst fragen' } : one,
  )
  const reply = await omar.post('/api/desk/surveys/is-ds01-right-for-you/texts/de/', {
    base: 0,
    texts: changed,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await read()).texts).toEqual(changed)
})

test('of two people who publish different parts of one survey at once, one is refused and loses nothing unseen', async () => {
  const { version, title, lead, questions } = await view()
  const both = await Promise.all([
    branch([{ ...daily, next: '' }], omar, version),
    translate({ 'No kelp': 'Niemals' }, olga, version),
    olga.post(`${at}publish/`, { base: version, title: `${title}!`, lead, questions }),
  ])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect((await view()).history[1]?.number).toBe(version)
})

test('every version is a file of the content folder, and the audit log says who led and translated', async () => {
  const documents = await db.selectFrom('survey_version').select('document').execute()
  for (const { document } of documents) SurveyFile.parse(document)
  const { rows } = await sql<{
    action: string
    after: string
  }>`select act as action, after::text as after from audit_entry
    where act in ('survey.branched', 'survey.translated') order by at`.execute(db)
  expect(rows[0]).toMatchObject({ action: 'survey.branched', after: expect.stringContaining('Daily → Else') })
  const translations = rows
    .filter(({ action }) => action === 'survey.translated')
    .map(({ after }) => JSON.parse(after))
  expect(translations).toContainEqual({
    language: 'de',
    texts: 'About kelp → Über Algen | Eat → Wie oft isst du Algen? | No kelp → Nie',
  })
  expect(translations).toContainEqual({ language: 'de', texts: 'Ask first → Bitte erst fragen' })
})

test('marketing reads branches and texts, operations and owners publish them, support sees neither', async () => {
  const { version } = await view()
  for (const person of [mira, sam]) {
    expect((await branch([daily], person, version)).statusCode).toBe(404)
    expect((await translate({ 'No kelp': 'Nie' }, person, version)).statusCode).toBe(404)
  }
  for (const path of ['branches', 'texts/de']) {
    expect((await mira.get(`/desk/surveys/onboarding-kelp/${path}`)).body).not.toContain(
      '<form method="post"',
    )
    expect((await sam.get(`/desk/surveys/onboarding-kelp/${path}`)).statusCode).toBe(404)
  }
  expect((await omar.get(`${at}texts/en/`)).statusCode).toBe(404)
  expect((await omar.post(`${at}texts/en/`, { base: version, texts: [] })).statusCode).toBe(404)
  expect((await view()).version).toBe(version)
})

test('forms without scripts publish both, and show what was chosen after a refusal', async () => {
  const { version } = await view()
  const chosen = {
    base: String(version),
    branches: '2',
    branch_0_question: 'eat',
    branch_0_option: 'daily',
    branch_0_next: 'end',
    branch_1_question: 'eat',
    branch_1_option: 'no-kelp',
    branch_1_next: 'end',
  }
  const refused = await omar.form('/desk/surveys/onboarding-kelp/branches', chosen)
  expect(refused).toContain('Nobody would be asked “Why not”')
  await omar.form('/desk/surveys/onboarding-kelp/branches', { ...chosen, branch_1_next: '' })
  const { version: base, questions } = await view()
  expect(questions[0]?.answers.map(({ next }) => next)).toEqual(['', 'end'])
  await omar.form('/desk/surveys/onboarding-kelp/texts/de', {
    base: String(base),
    texts: '1',
    text_0_text: 'Daily',
    text_0_translation: 'Täglich',
  })
  expect((await texts()).texts).toContainEqual({ text: 'Daily', translation: 'Täglich' })
})
