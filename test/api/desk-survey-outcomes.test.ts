import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { viewDeskSurvey } from '#desk/survey-endpoints.ts'
import type { DeskSurveyOutcome } from '#desk/survey-endpoints.ts'
import { answerSurvey, viewSurvey } from '#survey/endpoints.ts'
import { SurveyFile } from '#survey/rules/survey.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const omar = await joinDesk(api, 'operations', 'omar-outcomes')
const olga = await joinDesk(api, 'owner', 'olga-outcomes')
const mira = await joinDesk(api, 'marketing', 'mira-outcomes')
const sam = await joinDesk(api, 'support', 'sam-outcomes')

const quiz = 'is-ds01-right-for-you'
const at = `/api/desk/surveys/${quiz}/`
const view = async (name = quiz) =>
  viewDeskSurvey.reply.parse((await mira.get(`/api/desk/surveys/${name}/`)).json())

const publish = (outcomes: readonly object[], base: number, person = omar, name = quiz) =>
  person.post(`/api/desk/surveys/${name}/outcomes/`, { base, outcomes })

const sent = ({ is_claim: _mark, ...outcome }: DeskSurveyOutcome) => outcome

const teens = {
  id: '',
  verdict: 'Not DS-01',
  title: 'There is something new for children.',
  text: ['Our newest product is for them.', 'Ask a doctor first.'],
  label: 'See what is new',
  href: '/products/kelp',
  answers: [{ question: 'reason', option: 'child' }],
}

const given = async () => {
  const { client } = shop.visitor()
  const { user_survey: answers } = await client
    .call(answerSurvey, {
      survey_name: quiz,
      survey_responses: [{ question_id: 'reason', option_id: 'child' }],
    })
    .then(() => client.call(viewSurvey, { name: quiz }))
  return answers?.outcome
}

test('the quiz recommends a product of the desk without a restart, before the outcome that was for these answers', async () => {
  expect((await given())?.id).toBe('for-a-child')
  const { outcomes, version } = await view()
  const place = outcomes.findIndex(({ id }) => id === 'for-a-child') + 1
  const ordered = [...outcomes.map(sent), { ...teens, place }]
  // The outcome of before is for the same answers and would never be given again.
  const refused = await publish(ordered, version)
  expect(refused.json().fields).toEqual({
    [`outcomes.${place - 1}.answers`]:
      'Nobody would get it: an outcome before it is for all of these answers.',
  })
  const instead = ordered.map((one) =>
    one.id === 'for-a-child' ? { ...one, verdict: '', title: '', text: [] } : one,
  )
  expect((await publish(instead, version)).json()).toEqual({ version: 1 })
  await expect.poll(async () => (await given())?.action.href).toBe('/products/kelp')
  expect(await given()).toMatchObject({ id: 'there-is-something-new-for-children', promo_code: null })
  const now = await view()
  expect(now.outcomes.map(({ id }) => id)).toEqual(
    outcomes.map(({ id }) => (id === 'for-a-child' ? 'there-is-something-new-for-children' : id)),
  )
  expect(now.outcomes.at(-1)).toEqual(outcomes.at(-1))
  for (const { document } of await db.selectFrom('survey_version').select('document').execute())
    SurveyFile.parse(document)
  const { rows } = await sql<{ after: string }>`select after::text as after from audit_entry
    where act = 'survey.outcomes'`.execute(db)
  expect(rows[0]?.after).toContain('There is something new for children. (/products/kelp)')
})

test('unknown answers and addresses, a missing last outcome and half of one are refused at their fields', async () => {
  const { outcomes, version } = await view()
  const all = outcomes.map(sent)
  const last = all.length - 1
  const refused = async (change: object, index = 0) =>
    (
      await publish(
        all.map((one, other) => (other === index ? { ...one, ...change } : one)),
        version,
      )
    ).json().fields
  expect(await refused({ answers: [{ question: 'reason', option: 'gone' }] })).toEqual({
    'outcomes.0.answers': 'Reason has no option gone.',
  })
  expect(await refused({ answers: [{ question: 'toString', option: 'x' }] })).toHaveProperty([
    'outcomes.0.answers',
  ])
  expect(await refused({ href: '/not-there' })).toEqual({
    'outcomes.0.href': 'The shop has no page at /not-there.',
  })
  expect(await refused({ href: 'https://elsewhere.example' })).toHaveProperty(['outcomes.0.href'])
  expect(await refused({ title: '' })).toHaveProperty(['outcomes.0.title'])
  expect(await refused({ answers: teens.answers }, last)).toEqual({
    [`outcomes.${last}.answers`]: 'The last outcome must fit every answer.',
  })
  expect(await refused({ place: last + 1 }, last)).toBeUndefined()
  expect((await view()).version).toBe(version + 1)
})

test('words that say what a product does are refused, and those of a claim stay; its answers and address may change', async () => {
  const { outcomes, version } = await view()
  const all = outcomes.map(sent)
  const claim = outcomes.findIndex(({ is_claim: isClaim }) => isClaim)
  expect(claim).toBeGreaterThan(-1)
  const publishWith = async (change: object, index: number, base = version) =>
    publish(
      all.map((one, other) => (other === index ? { ...one, ...change } : one)),
      base,
    )
  const refused = async (change: object, index = 0) => (await publishWith(change, index)).json().fields
  expect(await refused({ text: ['It supports digestion.'] })).toEqual({
    'outcomes.0.text': expect.stringContaining('what a product does'),
  })
  expect(await refused({ title: 'It cures.' })).toEqual({
    'outcomes.0.text': 'This promises what cannot be shown.',
  })
  expect(await refused({ title: 'Other words.' }, claim)).toEqual({
    [`outcomes.${claim}.text`]: expect.stringContaining('stay as they are'),
  })
  expect((await publishWith({ href: '/science' }, claim)).statusCode).toBe(200)
  expect((await view()).outcomes[claim]).toEqual({ ...outcomes[claim], href: '/science' })
})

test('another survey ends with outcomes too, but gives no code of the quiz', async () => {
  const { version, questions } = await view('onboarding-vs01')
  const [first] = questions
  const rest = { ...teens, answers: [], title: 'Thank you.' }
  const outcomes = (code: boolean) => [
    { ...teens, title: 'A first answer.', answers: [{ question: first?.id, option: first?.answers[0]?.id }] },
    { ...rest, code },
  ]
  expect((await publish(outcomes(true), version, omar, 'onboarding-vs01')).json().fields).toEqual({
    'outcomes.1.code': 'Only the quiz has a code.',
  })
  expect((await publish(outcomes(false), version, omar, 'onboarding-vs01')).statusCode).toBe(200)
})

test('of two people one publishes, marketing reads outcomes, and support does not', async () => {
  const { version, outcomes } = await view()
  const all = outcomes.map(sent)
  for (const person of [mira, sam]) expect((await publish(all, version, person)).statusCode).toBe(404)
  const both = await Promise.all([publish(all, version), publish(all, version, olga)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await publish(all, 0, omar, 'not-there')).statusCode).toBe(404)
  const page = (await mira.get(`/desk/surveys/${quiz}/outcomes`)).body
  expect(page).toContain('There is something new for children.')
  expect(page).not.toContain('<form method="post"')
  expect((await sam.get(`/desk/surveys/${quiz}/outcomes`)).statusCode).toBe(404)
  expect((await sam.get(at)).statusCode).toBe(404)
})

test('a form without scripts publishes outcomes, and shows what was typed after a refusal', async () => {
  const { version } = await view('onboarding-pds')
  const path = '/desk/surveys/onboarding-pds/outcomes'
  const fields = {
    base: String(version),
    outcomes: '2',
    outcome_0_verdict: 'Well',
    outcome_0_title: 'Well done.',
    outcome_0_text: 'One line.\r\n\r\nAnother one.',
    outcome_0_label: 'Look around',
    outcome_0_href: '/nowhere',
    outcome_0_place: '1',
    outcome_1_place: '2',
  }
  const refused = await omar.form(path, fields)
  expect(refused).toContain('The shop has no page at /nowhere.')
  expect(refused).toContain('Well done.')
  await omar.form(path, { ...fields, outcome_0_href: '/science' })
  expect((await view('onboarding-pds')).outcomes).toMatchObject([
    { id: 'well-done', text: ['One line.', 'Another one.'], answers: [] },
  ])
  const shown = (await omar.get(path)).body
  expect(shown).toContain('One line.\nAnother one.')
})

test('outcomes that were published meanwhile are not published over by correcting a form', async () => {
  const name = 'onboarding-pds'
  const path = `/desk/surveys/${name}/outcomes`
  const { version, outcomes } = await view(name)
  const fields = {
    base: String(version),
    outcomes: '1',
    outcome_0_verdict: 'Mine',
    outcome_0_title: 'Mine.',
    outcome_0_text: 'Mine.',
    outcome_0_label: 'Look',
    outcome_0_place: '1',
  }
  const theirs = outcomes.map((one) => ({ ...sent(one), title: 'Theirs.' }))
  expect((await publish(theirs, version, olga, name)).statusCode).toBe(200)
  const refused = await omar.form(path, { ...fields, outcome_0_href: '/nowhere' })
  const [, base = ''] = /name="base" value="(\d+)"/.exec(refused) ?? []
  await omar.form(path, { ...fields, base, outcome_0_href: '/science' })
  expect(base).toBe(String(version))
  expect((await view(name)).outcomes.map(({ title }) => title)).toEqual(['Theirs.'])
})

test('an outcome that leads to a place in a page gives the code of the quiz there too', async () => {
  const { outcomes, version } = await view()
  const changed = outcomes.map((one) => ({
    ...sent(one),
    ...(one.title === teens.title && { href: '/daily-synbiotic#inside', code: true }),
  }))
  expect((await publish(changed, version)).statusCode).toBe(200)
  const { client } = shop.visitor()
  const post = (fields: Readonly<Record<string, string>>) =>
    client.send({
      method: 'POST',
      path: `/${quiz}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
      body: new URLSearchParams(fields).toString(),
    })
  await post({ question: 'reason', answer: 'child' })
  const taken = await post({ intent: 'take-code' })
  expect(taken.headers.get('location')).toMatch(/^\/daily-synbiotic\?promo_code=[\w-]+#inside$/)
})
