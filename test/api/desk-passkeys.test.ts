import { generateKeyPairSync } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const { deskCookie, deps } = api.opened
const owner = await joinDesk(api, 'owner')
const support = await joinDesk(api, 'support')
type Answer = ReturnType<typeof owner.authenticator.answer>

const post = (url: string, body: object, cookie = '') =>
  api.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

const cookiesOf = (answer: LightMyRequestResponse): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A browser that was asked for a passkey: the challenge, and its cookie. */
const requested = async (url = '/api/desk/sign-in/start/', session = '') => {
  const started = await post(url, {}, session)
  return { challenge: String(started.json().options.challenge), cookie: cookiesOf(started) }
}

const signIn = async (credential: Answer, cookie: string) => {
  const answer = await post('/api/desk/sign-in/', { credential }, cookie)
  return {
    code: answer.json().code ?? 'signed in',
    hasSession: answer.cookies.some(({ name }) => name === deskCookie),
  }
}

const nobody = { code: 'SIGN_ON_FAILED', hasSession: false }

const stepUp = async (action: string, credential: Answer, cookie: string): Promise<string> =>
  (await post('/api/desk/step-up/', { action, credential }, `${owner.cookie}; ${cookie}`)).json().code ??
  'confirmed'

test('no desk endpoint accepts a password, a code or a mailed link in place of a passkey', () => {
  const desk = api.endpoints.filter(({ path }) => path.startsWith('/api/desk/'))
  expect(desk.length).toBeGreaterThan(20)
  const fields = desk.flatMap(({ name, payload }) =>
    (payload instanceof z.ZodObject ? Object.keys(payload.shape) : []).map((field) => `${name}.${field}`),
  )
  // Codes of coupons take something off a price, and those of the catalogue and of plans name what is sold: they open nothing.
  const isSecret = (field: string): boolean =>
    /\.\w*(password|code|secret|pin$)/i.test(field) &&
    !/(?:(?:Coupon|CouponPeople|Entry|EntryApproval|EntryVersion)\.code|\.plan_code)$/.test(field)
  expect(fields.filter(isSecret)).toEqual([])
  // The one-time links make passkeys and open no session without one.
  expect(fields.filter((field) => field.endsWith('.token')).toSorted()).toEqual([
    'addStaffPasskey.token',
    'startStaffPasskey.token',
    'viewStaffLink.token',
  ])
})

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another domain', { domain: 'evil.example' }],
  ['that was made for a registration', { type: 'webauthn.create' }],
  ['without user verification', { userVerified: false }],
  ['signed with another key', { key: otherKey }],
  ['for another person', { userHandle: '01890000-0000-7000-8000-000000000000' }],
])('a passkey answer %s opens no desk', async (_what, twist) => {
  const { challenge, cookie } = await requested()
  expect(await signIn(owner.authenticator.answer(challenge, twist), cookie)).toEqual(nobody)
})

test('an unknown passkey, a second use, and another browser do not open the desk', async () => {
  const unknown = await requested()
  expect(await signIn(softAuthenticator(deps.publicUrl).answer(unknown.challenge), unknown.cookie)).toEqual(
    nobody,
  )
  const first = await requested()
  const answer = owner.authenticator.answer(first.challenge)
  expect(await signIn(answer, '')).toEqual(nobody)
  expect(await signIn(answer, (await requested()).cookie)).toEqual(nobody)
  expect(await signIn(answer, first.cookie)).toEqual({ code: 'signed in', hasSession: true })
  expect(await signIn(answer, first.cookie)).toEqual(nobody)
})

test('a cloned passkey is detected by its counter', async () => {
  const once = await requested()
  const used = owner.authenticator.answer(once.challenge, { counter: 50 })
  expect(await signIn(used, once.cookie)).toEqual({ code: 'signed in', hasSession: true })
  const again = await requested()
  expect(await signIn(owner.authenticator.answer(again.challenge, { counter: 50 }), again.cookie)).toEqual(
    nobody,
  )
})

test('an action is confirmed once, by a passkey of the acting person for this action', async () => {
  const start = '/api/desk/step-up/start/'
  const link = () => post('/api/desk/person/link/', {}, owner.cookie)
  const action = 'own passkey link'
  const theirs = await requested(start, owner.cookie)
  expect(await stepUp(action, support.authenticator.answer(theirs.challenge), theirs.cookie)).toBe(
    'SIGN_ON_FAILED',
  )
  // A sign-in that was answered elsewhere confirms nothing.
  const signingIn = await requested()
  expect(
    await stepUp(action, owner.authenticator.answer(signingIn.challenge, { counter: 60 }), signingIn.cookie),
  ).toBe('SIGN_ON_FAILED')
  const other = await requested(start, owner.cookie)
  expect(
    await stepUp('end somebody', owner.authenticator.answer(other.challenge, { counter: 61 }), other.cookie),
  ).toBe('confirmed')
  expect((await link()).statusCode).toBe(403)
  const own = await requested(start, owner.cookie)
  expect(await stepUp(action, owner.authenticator.answer(own.challenge, { counter: 62 }), own.cookie)).toBe(
    'confirmed',
  )
  expect((await link()).statusCode).toBe(200)
  expect((await link()).statusCode).toBe(403)
})
