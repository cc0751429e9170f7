import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { endImpersonation } from '#agent/endpoints.ts'
import { verifyAudit } from '#staff/server/audits.ts'
import { answerSurvey, viewUserSurvey } from '#survey/endpoints.ts'
import type { StaffRole } from '#shared/staff.ts'
import { fingerprint } from './database-contents.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { deskVisits } from './desk-impersonation.ts'
import type { PublishedDocument } from './documented-answers.ts'
import { requestsTo } from './fuzz-requests.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const { agentCookie, send, start, visit, seenBy, memberWithId } = deskVisits(api)
const json = { 'content-type': 'application/json' }

const june = await memberWithId()
await db.updateTable('account').set({ first_name: 'June' }).where('id', '=', june.id).execute()
const ines = await joinDesk(api, 'support', 'Inês')
const owner = await joinDesk(api, 'owner')

test('impersonation needs a passkey for this member and duration, used once, and a reason', async () => {
  const code = async (person: DeskPerson, id = june.id, ...rest: readonly [number?, string?]) =>
    (await start(person, id, ...rest)).json().code ?? 'begun'
  expect(await code(ines)).toBe('PROOF_REQUIRED')
  await ines.confirm(`act for ${owner.email} for 15 minutes`)
  await ines.confirm(`act for ${june.id} for 5 minutes`)
  expect(await code(ines)).toBe('PROOF_REQUIRED')
  await ines.confirm(`act for ${june.id} for 15 minutes`)
  expect(await code(ines, june.id, 15, ' ')).toBe('VALIDATION_ERROR')
  expect(await code(ines, june.id, 61)).toBe('VALIDATION_ERROR')
  expect(await code(ines, june.id, 4)).toBe('VALIDATION_ERROR')
  // The passkey of one person counts for nobody else.
  expect(await code(owner)).toBe('PROOF_REQUIRED')
  expect(await code(ines)).toBe('begun')
  expect(await code(ines)).toBe('PROOF_REQUIRED')
  const unknown = '01890000-0000-7000-8000-000000000000'
  await ines.confirm(`act for ${unknown} for 15 minutes`)
  expect(await code(ines, unknown)).toBe('NOT_FOUND')
})

test.each(['marketing', 'finance', 'read-only'] satisfies StaffRole[])(
  '%s gets 404 for impersonation',
  async (role) => {
    const person = await joinDesk(api, role)
    await person.confirm(`act for ${june.id} for 15 minutes`)
    expect((await start(person, june.id)).json().code).toBe('NOT_FOUND')
    expect((await person.get(`/desk/members/${june.id}/act`)).statusCode).toBe(404)
  },
)

test('the impersonation cookie is strict and HttpOnly, the banner names both people, the member sees who and why, and the log has the session', async () => {
  const { cookie, set, url } = await visit(ines, 'writes', june.id)
  expect(set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 900 })
  expect(url).toBe(`${api.opened.deps.publicUrl}/account/home`)
  const home = await api.inject({ method: 'GET', url: '/account/home', headers: { cookie } })
  expect(home.body).toContain('Inês, for June: ')
  await api.inject({
    method: 'PUT',
    url: '/api/user',
    headers: { ...json, cookie },
    body: JSON.stringify({ firstName: 'June', lastName: 'Changed' }),
  })
  await june.signIn()
  const headers = { cookie: cookieHeader(june.client.jar) }
  const { impersonations } = (
    await api.inject({ method: 'GET', url: '/account/impersonations/', headers })
  ).json()
  expect(impersonations[0]).toMatchObject({
    agent: 'Inês',
    reason: 'Asked on the phone',
    intent: 'where the order goes',
  })
  const { entries } = (await owner.get(`/api/desk/team/log/?subject=account:${june.id}`)).json()
  expect(entries[1]).toMatchObject({ action: 'member.act-started', actor: 'Inês (support)', reason: 'Asked on the phone' }) // prettier-ignore
  expect(impersonations[0].actions).toHaveLength(1)
  expect(entries[0]).toMatchObject({ action: 'member.acted', actor: 'Inês (support)' })
  const { staff_id: staffId, agent_id: agentId } = await db
    .selectFrom('audited_action')
    .select(['staff_id', 'agent_id'])
    .where('account_id', '=', june.id)
    .executeTakeFirstOrThrow()
  expect([staffId === null, agentId]).toEqual([false, null])
  expect((await owner.get(`/desk/members/${june.id}`)).body).toContain('acted for the member')
})

describe('an impersonation cookie used by somebody else', () => {
  const others: readonly (readonly [who: string, cookies: () => Promise<string>])[] = [
    ['another browser', async () => ''],
    ['another person of staff', async () => (await joinDesk(api, 'operations')).cookie],
    ['the same person in another session', async () => signInAgain(ines)],
    ['a member', async () => cookieHeader((await memberWithId()).client.jar)],
    ['a forged desk session', async () => `${api.opened.deskCookie}=${'A'.repeat(43)}`],
  ]
  test.each(others)('%s sees nothing of the member', async (_who, cookies) => {
    const other = await cookies()
    const { alone, cookie } = await visit(ines, 'writes', june.id)
    const stolen = `${other}; ${alone}`
    expect(await seenBy(stolen)).not.toBe(june.email)
    expect((await send(endImpersonation, stolen)).json().code).toBe('UNAUTHENTICATED')
    expect(await seenBy(cookie)).toBe(june.email)
  })

  test('the impersonation cookie opens no desk, and the desk’s own cookie opens no account', async () => {
    const { alone } = await visit(ines, 'reads', june.id)
    const desk = await api.inject({ method: 'GET', url: '/api/desk/person/', headers: { cookie: alone } })
    expect(desk.statusCode).toBe(401)
    const asDesk = alone.replace(agentCookie, api.opened.deskCookie)
    const swapped = await api.inject({ method: 'GET', url: '/api/desk/person/', headers: { cookie: asDesk } })
    expect(swapped.statusCode).toBe(401)
    expect(await seenBy(ines.cookie)).toBeNull()
    expect(await seenBy(ines.cookie.replace(api.opened.deskCookie, agentCookie))).toBeNull()
  })
})

/** The same person, signed in once more; answers the cookie of the desk. */
const signInAgain = async ({ authenticator }: DeskPerson): Promise<string> => {
  const post = (url: string, body: object, cookie = '') =>
    api.inject({ method: 'POST', url, headers: { ...json, cookie }, body: JSON.stringify(body) })
  const asked = await post('/api/desk/sign-in/start/', {})
  const browser = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const credential = authenticator.answer(asked.json().options.challenge)
  const signedIn = await post('/api/desk/sign-in/', { credential }, browser)
  const session = signedIn.cookies.find(({ name }) => name === api.opened.deskCookie)
  return `${session?.name}=${session?.value}`
}

test('a desk session has one impersonation session: starting another one ends it, and ends a member’s session in the browser', async () => {
  const [person, own, next] = [
    await joinDesk(api, 'owner', 'two'),
    await memberWithId(),
    await memberWithId(),
  ]
  await own.signIn()
  const first = await visit(person, 'reads', june.id)
  const second = await visit(person, 'reads', next.id)
  expect([await seenBy(first.cookie), await seenBy(second.cookie)]).toEqual([null, next.email])
  await person.confirm(`act for ${next.id} for 15 minutes`)
  const session = cookieHeader(own.client.jar)
  expect(await seenBy(session)).toBe(own.email)
  const headers = { ...json, cookie: `${person.cookie}; ${session}` }
  const body = JSON.stringify({ reason: 'Asked once more', minutes: 15 })
  await api.inject({ method: 'POST', url: `/api/desk/members/${next.id}/act/`, headers, body })
  expect(await seenBy(session)).toBeNull()
})

test('two starts with one passkey assertion make one impersonation session, and a concurrent sign-out leaves none', async () => {
  const person = await joinDesk(api, 'support', 'hasty')
  await person.confirm(`act for ${june.id} for 15 minutes`)
  const both = await Promise.all([start(person, june.id), start(person, june.id)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  await person.confirm(`act for ${june.id} for 15 minutes`)
  const [begun] = await Promise.all([start(person, june.id), person.post('/api/desk/sign-out/', {})])
  const token = begun.cookies.find(({ name }) => name === agentCookie)?.value ?? ''
  expect(await seenBy(`${person.cookie}; ${agentCookie}=${token}`)).toBeNull()
})

const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const [subscription] = await june.subscriptions()
const pools = { id: [subscription?.id ?? ''], email: ['nobody@example.com'], plan_code: ['syn-wk'] }
const denied = api.endpoints.filter(
  ({ agent: right, access }) => access !== 'machine' && right.startsWith('denied') && !['denied: desk', 'denied: partner'].includes(right), // prettier-ignore
)

test('staff are forbidden what agents are forbidden, even with write access, and nothing is written', async () => {
  const { cookie } = await visit(ines, 'writes', june.id)
  const names = denied.map(({ name }) => name)
  for (const own of [
    'signOutEverywhere',
    'changeEmail',
    'deleteAccount',
    'exportUser',
    'addPasskey',
    'removePasskey',
  ])
    expect(names).toContain(own)
  const before = await fingerprint(db)
  for (const call of denied)
    for (const { request } of fc.sample(requestsTo(call, document, pools, 'honest'), {
      numRuns: 2,
      seed: 3,
    })) {
      const answer = await api.inject({ ...request, headers: { ...request.headers, cookie } })
      expect([call.name, answer.json().code]).toEqual([call.name, 'FORBIDDEN'])
    }
  expect(await fingerprint(db)).toEqual(before)
})

test('impersonation neither shows nor changes health answers', async () => {
  const survey_responses = [{ question_id: 'notice', answer_text: 'Quillwort sleep' }]
  await june.signIn()
  const { user_survey_id: id } = await june.client.call(answerSurvey, {
    survey_name: 'onboarding',
    survey_responses,
  })
  const ownSurvey = async () => (await june.client.call(viewUserSurvey, { id })).survey_responses
  expect(JSON.stringify(await ownSurvey())).toContain('Quillwort')
  const { cookie } = await visit(ines, 'writes', june.id)
  const headers = { ...json, cookie }
  const pages = [
    '/account',
    '/account/home',
    '/onboarding',
    '/onboarding/onboarding',
    '/account/settings/privacy',
  ]
  const calls = [
    '/survey/onboarding/',
    `/survey/user-survey/${id}/`,
    '/api/survey/onboarding',
    '/account/export/',
  ]
  for (const url of [...pages, ...calls]) {
    const { body, statusCode } = await api.inject({ method: 'GET', url, headers })
    expect([url, body.includes('Quillwort'), statusCode >= 500]).toEqual([url, false, false])
  }
  const body = JSON.stringify({ survey_responses: [{ question_id: 'notice', answer_text: 'Nothing' }] })
  const written = await api.inject({ method: 'POST', url: `/survey/${id}/survey-answers/`, headers, body })
  expect(written.statusCode).toBe(404)
  expect(JSON.stringify(await ownSurvey())).toContain('Quillwort')
})

test('without scripts the impersonation page says what is missing, starts nothing, and keeps the typed values', async () => {
  const page = await ines.get(`/desk/members/${june.id}/act`)
  expect(page.body).toContain('A passkey needs scripts, and this browser runs none.')
  const answer = await ines.form(`/desk/members/${june.id}/act`, { reason: 'Asked by mail', minutes: '30' })
  expect(answer).toContain('Please confirm with your passkey.')
  expect(answer).toContain('value="Asked by mail"')
})

test('the audit log is intact at the end', async () => {
  expect((await verifyAudit(api.opened.deps.database)).problems).toEqual([])
})
