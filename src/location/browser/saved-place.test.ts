import { expect, test } from 'vitest'
import { savePlace } from './saved-place.ts'

const browser = (answer: unknown, status = 200) => {
  const stored = new Map<string, string>()
  const session = new Map<string, string>()
  const requested: string[] = []
  return {
    stored,
    requested,
    deps: {
      local: { setItem: (name: string, value: string) => void stored.set(name, value) },
      session: {
        getItem: (name: string) => session.get(name) ?? null,
        setItem: (name: string, value: string) => void session.set(name, value),
      },
      request: async (path: string) => {
        requested.push(path)
        return Response.json(answer, { status })
      },
    },
  }
}

// spec §7: US and XX when unknown or 4+ characters.
test.each([
  [{ country: 'CA', region: 'ON' }, ['CA', 'ON']],
  [{ country: 'UNKNOWN', region: 'UNKNOWN' }, ['US', 'XX']],
  [null, ['US', 'XX']],
  [{ country: 7 }, ['US', 'XX']],
])('of %j the browser stores %j', async (answer, expected) => {
  const { stored, deps } = browser(answer)
  await savePlace(deps)
  expect([stored.get('loam_country_code'), stored.get('loam_region_code')]).toEqual(expected)
})

test('the place is requested once in a session, and again after a failure', async () => {
  const { requested, deps } = browser({ country: 'US', region: 'OR' })
  await savePlace(deps)
  await savePlace(deps)
  expect(requested).toEqual(['/api/auth/location'])
  const failing = browser({}, 500)
  await savePlace(failing.deps)
  expect(failing.stored.size).toBe(0)
})
