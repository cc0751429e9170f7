import { expect, test } from 'vitest'
import { login } from '#account/endpoints.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { people } from '../../db/seed/people.ts'
import type { Route } from '#platform/route.ts'
import { withLocalDemoSignIn } from './guarded-routes.ts'

const context = (isLocal: boolean): RequestContext => ({
  actor: { kind: 'visitor' },
  requestId: 'a-request',
  network: '203.0.113.7',
  currency: 'USD',
  isLocal,
  userAgent: 'a browser',
  country: 'US',
  region: 'XX',
  cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
  privacySignal: false,
  locale: 'en',
  secFetch: { site: 'same-origin', dest: 'empty' },
})

const signIn = async (
  devToolsOpen: boolean,
  isLocal: boolean,
  email: string,
  publicUrl = 'http://localhost:3000',
): Promise<unknown> => {
  const route: Route = { endpoint: login, run: async () => 'in' }
  const [guarded] = withLocalDemoSignIn([route], { devToolsOpen, publicUrl, demo: true })
  return guarded?.run(context(isLocal), { email, password: 'x' })
}

test.each(people.map(({ email }) => email))(
  'the demo member %s can sign in only on the shop’s own machine',
  async (email) => {
    for (const typed of [email, ` ${email.toUpperCase()} `])
      await expect(signIn(false, false, typed)).rejects.toThrow('USER_NOT_FOUND')
    expect(await signIn(false, true, email)).toBe('in')
    expect(await signIn(true, false, email)).toBe('in')
  },
)

test('no demo member can sign in to a shop with a public name unless it is configured to allow that', async () => {
  const [email = ''] = people.map((routeOf) => routeOf.email)
  const publicUrl = 'https://shop.example'
  await expect(signIn(false, true, email, publicUrl)).rejects.toThrow('USER_NOT_FOUND')
  expect(await signIn(true, false, email, publicUrl)).toBe('in')
  for (const local of ['http://127.0.0.1:8080', 'http://[::1]:3000', 'http://localhost'])
    expect(await signIn(false, true, email, local)).toBe('in')
})

test('other members can sign in from everywhere', async () => {
  expect(await signIn(false, false, 'somebody@example.com')).toBe('in')
})
