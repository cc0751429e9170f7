import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '#platform/route.ts'
import { createContextOf } from '#web/http/request-context.ts'
import { registerRoutes } from '#web/http/api-router.ts'
import { refuseUnknown, registerErrors } from '#web/http/error-replies.ts'
import * as calls from '#account/endpoints.ts'
import { newAccountLinkLifetime } from '#account/rules/session.ts'
import { actorOf, sessionCookieName } from '#account/server/sessions.ts'
import { openAccountApp } from './account-app.ts'
import type { TestAccountApp } from './account-app.ts'

const sessionCookie = '__Host-loam_session'
const password = 'tulips in loam'

let app: TestAccountApp
let fastify: FastifyInstance

/** The real web server in front of the account module. */
const openEdge = async ({ deps, handlers }: TestAccountApp): Promise<FastifyInstance> => {
  const edge = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })
  registerErrors(edge, deps.log, refuseUnknown)
  await edge.register(fastifyCookie)
  const contextOf = createContextOf({
    actorOf: (request) => actorOf(deps, request.cookies[sessionCookieName(deps.publicUrl)]),
    secure: true,
    countryHeader: null,
    regionHeader: null,
    locales: ['en', 'de'],
  })
  const bound = [
    route(calls.login, handlers.login),
    route(calls.setPassword, handlers.setPassword),
    route(calls.resetPassword, handlers.resetPassword),
    route(calls.signOut, handlers.signOut),
    route(calls.checkAuthentication, handlers.checkAuthentication),
    route(calls.viewUser, handlers.viewUser),
  ]
  registerRoutes(edge, bound, contextOf)
  return edge
}

beforeAll(async () => {
  app = await openAccountApp()
  fastify = await openEdge(app)
})

afterAll(async () => {
  await fastify.close()
  await app.close()
})

const send = (method: 'GET' | 'POST', url: string, rest: Omit<InjectOptions, 'method' | 'url'> = {}) =>
  fastify.inject({ method, url, ...rest })

/** Sets a password by link; answers the cookies of the reply by name. */
const enter = async (email: string): Promise<Record<string, string>> => {
  const { accountId } = await app.guest(email)
  const token = await app.link(accountId, newAccountLinkLifetime)
  const reply = await send('POST', '/account/reset-password/', { payload: { token, password } })
  expect(reply.statusCode).toBe(200)
  return Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie.value]))
}

test('the session and known-browser cookies are HttpOnly, and the identity token cookie is readable by scripts', async () => {
  await enter('cookies@example.com')
  const payload = { email: ' Cookies@Example.com ', password }
  const reply = await send('POST', '/account/login', { payload })
  const flags = { path: '/', secure: true, sameSite: 'Lax', maxAge: 180 * 24 * 60 * 60 }
  expect(reply.cookies).toEqual([
    expect.objectContaining({ ...flags, name: sessionCookie, httpOnly: true }),
    expect.objectContaining({ ...flags, name: '__Host-loam_known', httpOnly: true }),
    expect.objectContaining({ ...flags, name: 'loam_jwt' }),
  ])
  expect(reply.cookies[2]).not.toHaveProperty('httpOnly')
  expect(reply.json()).toEqual({ loamSessionToken: reply.cookies[2]?.value })
})

test('ruling 17: no route accepts the identity token as a credential', async () => {
  const jar = await enter('thief@example.com')
  const token = jar['loam_jwt'] ?? ''
  const attempts: readonly Omit<InjectOptions, 'method' | 'url'>[] = [
    { cookies: { loam_jwt: token } },
    { cookies: { [sessionCookie]: token } },
    { headers: { authorization: `Bearer ${token}` } },
    { query: { loamSessionToken: token } },
  ]
  for (const attempt of attempts) {
    const reply = await send('GET', '/api/user', attempt)
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['loam-error']).toBe('UNAUTHENTICATED')
  }
  const own = await send('GET', '/api/user', { cookies: { [sessionCookie]: jar[sessionCookie] ?? '' } })
  expect(own.json()).toMatchObject({ email: 'thief@example.com' })
})

test('a mismatch answers 401 with both tokens and clears both cookies', async () => {
  const mara = await enter('mara@example.com')
  const tom = await enter('tom@example.com')
  const cookies = { ...mara, loam_jwt: tom['loam_jwt'] ?? '' }
  const reply = await send('GET', '/api/auth/check-authentication', { cookies })
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({
    code: 'SessionVerificationError',
    data: { msg: 'SessionVerificationError', sessionToken: tom['loam_jwt'] },
  })
  expect(reply.headers['clear-site-data']).toBe('"cache"')
  const cleared = reply.cookies.map(({ name, value }) => [name, value])
  expect(cleared).toEqual([
    [sessionCookie, ''],
    ['loam_jwt', ''],
  ])
})

test('signing out by an embedded image is refused, and by the shop’s own page it works', async () => {
  const cookies = await enter('leaving@example.com')
  const picture = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
  expect((await send('GET', '/api/auth/logout', { cookies, headers: picture })).statusCode).toBe(403)
  expect((await send('GET', '/api/user', { cookies })).statusCode).toBe(200)
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  const left = await send('GET', '/api/auth/logout', { cookies, headers: page })
  expect(left.json()).toEqual({ success: true })
  // Clearing cookies and storage would also remove the known browser, the consent and the cart.
  expect(left.headers['clear-site-data']).toBe('"cache"')
  expect(left.cookies.map(({ name }) => name)).toEqual([sessionCookie, 'loam_jwt'])
  expect((await send('GET', '/api/user', { cookies })).statusCode).toBe(401)
})

test.each([
  [{}, { email: expect.any(String), password: expect.any(String) }],
  [{ email: 'mara', password }, { email: 'Kindly enter a valid email address.' }],
  [
    { email: 'mara@example.com', password: 'short' },
    { password: 'Password must be at least 6 characters long.' },
  ],
  [
    { email: { $ne: '' }, password: ['x'] },
    { email: expect.any(String), password: expect.any(String) },
  ],
])('sign-in with %j is refused field by field (spec §5)', async (payload, fields) => {
  const reply = await send('POST', '/account/login/', { payload })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'VALIDATION_ERROR', fields })
})

test('no password, token or e-mail is in any log line or refusal', async () => {
  const secret = 'dahlias-in-clay'
  const token = 'q'.repeat(43)
  const refusals = await Promise.all([
    send('POST', '/account/login/', { payload: { email: 'secret@example.com', password: secret } }),
    send('POST', '/account/set-password/', { payload: { token, password: secret } }),
    send('POST', '/account/set-password/', { payload: { token, password: 'abc' } }),
  ])
  const output = [...refusals.map(({ body }) => body), ...app.logged].join('\n')
  for (const word of [secret, token, 'secret@example.com', password]) expect(output).not.toContain(word)
})
