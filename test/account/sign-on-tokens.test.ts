import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExternalProvider } from '#account/server/sign-on-provider.ts'
import { createOutgoing } from '#platform/outgoing.ts'

const client = { id: 'the-shop', secret: 'a secret between the shop and its provider' }
const secrets = { state: 'the state', nonce: 'the nonce', codeVerifier: 'v'.repeat(43) }
const returnPage = 'https://shop.example/sign-on/google'
const own = await generateKeyPair('RS256')
const foreign = await generateKeyPair('RS256')

/** A provider that answers every code with this identity token. */
let idToken = ''
let issuer = ''

const server = createServer((request, response) => {
  const answers: Readonly<Record<string, unknown>> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': { keys: [publicKey] },
    '/token': { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken },
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
})

const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the provider has no address')
  issuer = `http://127.0.0.1:${address.port}`
})

afterAll(() => void server.close())

const seconds = (): number => Math.floor(Date.now() / 1000)

const honest = (but: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  sub: 'mara',
  aud: client.id,
  nonce: secrets.nonce,
  email: 'mara@example.com',
  email_verified: true,
  iat: seconds(),
  exp: seconds() + 600,
  ...but,
})

const signed = (payload: JWTPayload, key = own.privateKey): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)

const claims = async (token: string) => {
  idToken = token
  const provider = createExternalProvider({ issuer, ...client, tokenEndpoint: null }, createOutgoing())
  return provider.claims({ code: 'a code', state: secrets.state }, secrets, returnPage)
}

/** The token of somebody else's claims with the signature of an honest one. */
const changed = async (): Promise<string> => {
  const [head = '', , signature = ''] = (await signed(honest())).split('.')
  const payload = Buffer.from(JSON.stringify(honest({ sub: 'noor' }))).toString('base64url')
  return `${head}.${payload}.${signature}`
}

const bySecret = (): Promise<string> =>
  new SignJWT(honest()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(client.secret))

test('a token signed by the provider identifies the person', async () => {
  expect(await claims(await signed(honest()))).toMatchObject({ subject: 'mara', emailVerified: true })
})

test.each([
  ['signed with another key', () => signed(honest(), foreign.privateKey)],
  ['without a signature', async () => new UnsecuredJWT(honest()).encode()],
  ['signed with the secret of the shop', bySecret],
  ['changed after it was signed', changed],
  ['for another shop', () => signed(honest({ aud: 'another-shop' }))],
  ['of another issuer', () => signed(honest({ iss: 'https://evil.example' }))],
  ['that has expired', () => signed(honest({ iat: seconds() - 7_200, exp: seconds() - 3_600 }))],
  ['of another sign-in', () => signed(honest({ nonce: 'another' }))],
])('an identity token %s does not sign in', async (_what, token) => {
  await expect(claims(await token())).rejects.toThrow()
})
