import { afterAll, describe, expect, test } from 'vitest'
import { password } from '../support/member.ts'
import { joinDesk } from './desk-person.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
const owner = await joinDesk(api, 'owner')

/** Where a browser would leave the shop, or run something, if it was sent there. */
const outside = [
  'https://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '/.//evil.example/',
  '/account/..//evil.example/',
  'javascript:alert(1)',
  'evil.example',
]

const form = (fields: Readonly<Record<string, string>>, cookie = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url, cookie },
  body: new URLSearchParams(fields).toString(),
})

const signedIn = () => ({ method: 'GET', headers: { cookie: cookieHeader(member.client.jar) } })

/** Every page that leads somewhere by its `return_to`. */
const pages: Readonly<Record<string, (to: string) => Parameters<typeof api.inject>[0]>> = {
  'the sign-in of who is signed in': (to) => ({ ...signedIn(), url: `/login?${query(to)}` }),
  'the sign-in, once the password is right': (to) => ({
    ...form({ email: member.email, password }),
    url: `/login?${query(to)}`,
  }),
  'the proof of who has just shown it': (to) => ({ ...signedIn(), url: `/account/confirm?${query(to)}` }),
  'the choice of the currency': (to) => ({ ...form({ currency: 'EUR', return_to: to }), url: '/currency' }),
  'the consent of a banner': (to) => ({ ...form({ choice: 'none', return_to: to }), url: '/consent' }),
  'the newsletter of a footer': (to) => ({
    ...form({ newsletter_email: 'reader@example.com', return_to: to }),
    url: '/newsletter',
  }),
  'the sign-in of the desk': (to) => ({
    method: 'GET',
    headers: { cookie: owner.cookie },
    url: `/desk/sign-in?${query(to)}`,
  }),
}

const query = (to: string): string => new URLSearchParams({ return_to: to }).toString()

const locationOf = async (sent: Parameters<typeof api.inject>[0]): Promise<string> => {
  await api.forgetCounts()
  const { statusCode, headers } = await api.inject(sent)
  expect([statusCode, typeof headers.location]).toEqual([303, 'string'])
  return String(headers.location)
}

describe.each(Object.entries(pages))('%s', (name, sent) => {
  test('redirects only to the shop’s own pages', async () => {
    await member.prove()
    const own = name.includes('desk') ? '/desk/orders' : '/science'
    expect((await locationOf(sent(own))).replace(/#.*$/, '')).toBe(own)
    for (const to of outside) {
      const location = await locationOf(sent(to))
      expect([to, new URL(location, shop.url).origin, location.includes('evil')]).toEqual([
        to,
        shop.url,
        false,
      ])
    }
  })
})

const sentTo = (name: string, to: string) => {
  const sent = pages[name]
  if (!sent) throw new Error(`${name} is no page`)
  return sent(to)
}

test.each([
  ['the choice of the currency', '/login'],
  ['the consent of a banner', '/signup'],
  ['the newsletter of a footer', '/recover'],
  ['the consent of a banner', '/login?return_to=/checkout'],
])('%s on %s redirects to the own page', async (name, own) => {
  const location = await locationOf(sentTo(name, own))
  expect(location.replace(/#.*$/, '')).toBe(own)
})

test.each(['/sign-out', '/api/auth/logout', '/set-password?token=x', '/sign-on/google'])(
  'the consent form of a banner does not redirect to %s',
  async (to) => {
    expect(await locationOf(sentTo('the consent of a banner', to))).toBe('/consent?done')
  },
)
