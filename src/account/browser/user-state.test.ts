import { expect, test } from 'vitest'
import { followSession } from './user-state.ts'
import type { BrowserHouse } from './user-state.ts'

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
  const kept = new Map([['userState', '{"email":"before@example.com"}']])
  const asked: string[] = []
  const house: BrowserHouse = {
    cookie: () => cookie,
    storage: {
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    ask: async (path) => {
      asked.push(path)
      const found = answers[path]
      if (!found) throw new TypeError('no network')
      return found
    },
  }
  return { house, kept, asked }
}

const check = '/api/auth/check-authentication'

test('a valid session keeps what pages need and no more', async () => {
  const { house, kept } = open({ [check]: answer({ success: true }), '/api/user': answer(user) })
  await followSession(house)
  expect(JSON.parse(kept.get('userState') ?? '')).toEqual({
    email: 'mara@example.com',
    externalId: 'an id',
    subscriptions: { subscriptions: [] },
    experiments: user.experiments,
  })
})

test('a visitor is asked nothing, and what was kept goes', async () => {
  const { house, kept, asked } = open({}, 'loam_cart_id=1')
  await followSession(house)
  expect([asked, kept.size]).toEqual([[], 0])
})

test.each<[string, Readonly<Record<string, Response>>]>([
  ['a mismatch', { [check]: answer({ code: 'SessionVerificationError' }, 401) }],
  ['a session that is over', { [check]: answer({ success: false }) }],
  ['a user that is refused', { [check]: answer({ success: true }), '/api/user': answer({}, 401) }],
  ['no network', {}],
])('%s wipes what was kept', async (_what, answers) => {
  const { house, kept } = open(answers)
  await followSession(house)
  expect(kept.size).toBe(0)
})
