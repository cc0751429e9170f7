import { expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { signedInAs, syncSession } from './user-state.ts'
import type { BrowserDeps } from './user-state.ts'

const user = {
  email: 'mara@example.com',
  externalId: 'an id',
  firstName: 'Mara',
  lastName: 'Ito',
  phone: '555',
  account: { details: { shipping_addresses: [{ city: 'Portland' }] } },
  subscriptions: { subscriptions: [] },
  experiments: { loyalty_new_user: 'include' },
}

const answer = (body: unknown, status = 200): Response => Response.json(body, { status })

const open = (answers: Readonly<Record<string, Response>>, cookie = 'a=b; loam_jwt=x.y.z') => {
  const stored = new Map([['userState', '{"email":"before@example.com"}']])
  const requested: string[] = []
  const deps: BrowserDeps = {
    cookie: () => cookie,
    storage: {
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    request: async (path) => {
      requested.push(path)
      const found = answers[path]
      if (!found) throw new TypeError('no network')
      return found
    },
  }
  return { deps, stored, requested }
}

const check = '/api/auth/check-authentication'

test('a valid session keeps only the user fields that pages need', async () => {
  const { deps, stored } = open({ [check]: answer({ success: true }), '/api/user': answer(user) })
  await syncSession(deps)
  expect(JSON.parse(stored.get('userState') ?? '')).toEqual({
    email: 'mara@example.com',
    externalId: 'an id',
    subscriptions: { subscriptions: [] },
    experiments: user.experiments,
  })
})

test('a visitor makes no session request, and stored user data is removed', async () => {
  const { deps, stored, requested } = open({}, 'loam_cart_id=1')
  await syncSession(deps)
  expect([requested, stored.size]).toEqual([[], 0])
})

test.each<[string, Readonly<Record<string, Response>>]>([
  ['a mismatch', { [check]: answer({ code: 'SessionVerificationError' }, 401) }],
  ['a session that is over', { [check]: answer({ success: false }) }],
  ['a user that is refused', { [check]: answer({ success: true }), '/api/user': answer({}, 401) }],
  ['no network', {}],
])('%s deletes the stored user data', async (_what, answers) => {
  const { deps, stored } = open(answers)
  await syncSession(deps)
  expect(stored.size).toBe(0)
})

const cookieOf = (claims: object): string =>
  `other=1; ${brand.keys.identityToken}=e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('a renewed token belongs to the same member, and another member’s token does not', () => {
  const june = { uuid: 'june', email: 'jüne+?>@example.com' }
  expect(signedInAs(cookieOf({ ...june, iat: 1 }))).toBe('june')
  expect(signedInAs(cookieOf({ ...june, iat: 2 }))).toBe('june')
  expect(signedInAs(cookieOf({ uuid: 'sol', iat: 2 }))).toBe('sol')
  expect(signedInAs('other=1')).toBeNull()
})

test('an unreadable token is compared as plain text', () => {
  const cookie = `${brand.keys.identityToken}=not-a-token`
  expect(signedInAs(cookie)).toBe(cookie)
})
