import { expect, test } from 'vitest'
import { syncSession } from './user-state.ts'
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

test('a valid session keeps what pages need and no more', async () => {
  const { deps, stored } = open({ [check]: answer({ success: true }), '/api/user': answer(user) })
  await syncSession(deps)
  expect(JSON.parse(stored.get('userState') ?? '')).toEqual({
    email: 'mara@example.com',
    externalId: 'an id',
    subscriptions: { subscriptions: [] },
    experiments: user.experiments,
  })
})

test('a visitor is asked nothing, and what was kept goes', async () => {
  const { deps, stored, requested } = open({}, 'loam_cart_id=1')
  await syncSession(deps)
  expect([requested, stored.size]).toEqual([[], 0])
})

test.each<[string, Readonly<Record<string, Response>>]>([
  ['a mismatch', { [check]: answer({ code: 'SessionVerificationError' }, 401) }],
  ['a session that is over', { [check]: answer({ success: false }) }],
  ['a user that is refused', { [check]: answer({ success: true }), '/api/user': answer({}, 401) }],
  ['no network', {}],
])('%s wipes what was kept', async (_what, answers) => {
  const { deps, stored } = open(answers)
  await syncSession(deps)
  expect(stored.size).toBe(0)
})
