import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT, decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { cookieHeader, openTestApi } from './test-api.ts'
import { secret } from '../support/in-process-shop.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
const genuine = member.client.jar.get('loam_jwt') ?? ''
const session = member.client.jar.get('loam_session') ?? ''
const claims = decodeJwt(genuine)
const now = claims.iat ?? 0

const key = createHmac('sha256', secret).update('identity token').digest()
const otherKey = createHmac('sha256', 'another secret of the same length as ours')
  .update('identity token')
  .digest()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Forgery {
  readonly header?: object
  readonly payload?: object
  readonly key?: Uint8Array
}

/** The genuine token's header and claims with changes, signed by the shop's own key by default. */
const signed = ({ header = {}, payload = {}, key: signer = key }: Forgery): string => {
  const text = `${part({ alg: 'HS256', typ: 'loam-identity+jwt', ...header })}.${part({ ...claims, ...payload })}`
  return `${text}.${createHmac('sha256', createSecretKey(signer)).update(text).digest('base64url')}`
}

const [headPart = '', claimPart = '', signPart = ''] = genuine.split('.')
const rsa = await new SignJWT(claims)
  .setProtectedHeader({ alg: 'RS256', typ: 'loam-identity+jwt' })
  .sign(privateKey)
const jwk = publicKey.export({ format: 'jwk' })
const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))

const forgeries: Readonly<Record<string, string>> = {
  'no algorithm': `${part({ alg: 'none', typ: 'loam-identity+jwt' })}.${claimPart}.`,
  'no algorithm, spelled otherwise': `${part({ alg: 'nOnE', typ: 'loam-identity+jwt' })}.${claimPart}.`,
  'no algorithm, signature kept': `${part({ alg: 'none', typ: 'loam-identity+jwt' })}.${claimPart}.${signPart}`,
  'no signature': `${headPart}.${claimPart}.`,
  'another algorithm of the same kind': signed({ header: { alg: 'HS512' } }),
  'a public key as the secret': signed({ key: pem }),
  'signed with RSA': rsa,
  'a key embedded': signed({ header: { jwk }, key: pem }),
  'a secret embedded': signed({ header: { jwk: { kty: 'oct', k: part('mine') } }, key: Buffer.from('mine') }),
  'a key from elsewhere': signed({
    header: { jku: 'https://evil.example/keys', x5u: 'https://evil.example/x' },
    key: otherKey,
  }),
  'a key id that is a path': signed({ header: { kid: '../../dev/null' }, key: Buffer.alloc(1) }),
  'a key id that is SQL': signed({ header: { kid: "' union select 'mine' --" }, key: Buffer.from('mine') }),
  'an empty key': signed({ key: Buffer.alloc(1) }),
  'run out': signed({ payload: { exp: now - 1 } }),
  'not valid yet': signed({ payload: { nbf: now + 86_400 * 400, exp: now + 86_400 * 500 } }),
  'another audience': signed({ payload: { aud: 'loam-partner' } }),
  'no audience': signed({ payload: { aud: undefined } }),
  'another type': signed({ header: { typ: 'at+jwt' } }),
  'no type': signed({ header: { typ: undefined } }),
  'an unknown critical extension': signed({ header: { crit: ['exp2'], exp2: 1 } }),
  'another key': signed({ key: otherKey }),
  'the raw secret': signed({ key: Buffer.from(secret) }),
  'claims of somebody else': `${headPart}.${part({ ...claims, email: 'somebody@example.com' })}.${signPart}`,
  'a letter changed': `${headPart}.${claimPart}.${signPart.startsWith('A') ? 'B' : 'A'}${signPart.slice(1)}`,
  'no token at all': 'null',
  'three empty parts': '..',
  'very long': `${'A'.repeat(3_000)}.${'B'.repeat(3_000)}.${'C'.repeat(100)}`,
}

const check = (cookie: string) =>
  api.inject({ method: 'GET', url: '/api/auth/check-authentication', headers: { cookie } })

test('a genuine identity token without its session is reported as a mismatch', async () => {
  const answer = await check(`loam_jwt=${genuine}`)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'SessionVerificationError'])
  // A token that this file signs itself differs from the genuine one only by its change.
  expect((await check(`loam_jwt=${signed({})}`)).statusCode).toBe(401)
})

describe.each(Object.entries(forgeries))('a forged identity token: %s', (_name, token) => {
  test('identifies nobody', async () => {
    const answer = await check(`loam_jwt=${token}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: false }])
  })

  test('does not invalidate a session', async () => {
    const answer = await check(`loam_jwt=${token}; loam_session=${session}`)
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
  })
})

const memberEndpoints = api.endpoints.filter(({ access: who }) => who === 'member')

describe.each(memberEndpoints)('$method $path', ({ method, path }) => {
  const url = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
  const send = (headers: Readonly<Record<string, string>>, query = '') =>
    api.inject({
      method,
      url: `${url}${query}`,
      headers: {
        ...headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' || method === 'DELETE'
        ? {}
        : { body: JSON.stringify({ loamSessionToken: genuine }) }),
    })

  test('rejects an identity token without a session, wherever the token is sent', async () => {
    const attempts = await Promise.all([
      send({ cookie: `loam_jwt=${genuine}` }),
      send({ cookie: `loam_session=${genuine}` }),
      send({ cookie: `__Host-loam_session=${session}` }),
      send({ authorization: `Bearer ${genuine}` }),
      send({ authorization: `Bearer ${session}` }),
      send({ 'x-loam-session': session }),
      send({}, `?loamSessionToken=${genuine}&loam_session=${session}`),
    ])
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual(attempts.map(() => 401))
  })

  test('a forged session is not accepted', async () => {
    const flipped = `${session.startsWith('A') ? 'B' : 'A'}${session.slice(1)}`
    const forged = [
      flipped,
      session.slice(0, -1),
      `${session}A`,
      session.toLowerCase(),
      'A'.repeat(43),
      '',
      'null',
      '%00',
      "' or 1=1 --",
    ]
    const answers = await Promise.all(
      forged.map((token) => send({ cookie: `loam_session=${encodeURIComponent(token)}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401))
  })
})

test('a signed-out session is invalid, wherever its cookie is still stored', async () => {
  const cookiesBefore = cookieHeader(member.client.jar)
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  expect(
    (await api.inject({ method: 'GET', url: '/api/user', headers: { cookie: cookiesBefore } })).statusCode,
  ).toBe(200)
  await api.inject({ method: 'GET', url: '/api/auth/logout', headers: { cookie: cookiesBefore, ...own } })
  expect(
    (await api.inject({ method: 'GET', url: '/api/user', headers: { cookie: cookiesBefore } })).statusCode,
  ).toBe(401)
})
