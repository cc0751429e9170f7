import { expect, test } from 'vitest'
import { savePlace } from './saved-place.ts'

const browser = (answer: unknown, status = 200) => {
  const kept = new Map<string, string>()
  const session = new Map<string, string>()
  const asked: string[] = []
  return {
    kept,
    asked,
    ground: {
      local: { setItem: (name: string, value: string) => void kept.set(name, value) },
      session: {
        getItem: (name: string) => session.get(name) ?? null,
        setItem: (name: string, value: string) => void session.set(name, value),
      },
      ask: async (path: string) => {
        asked.push(path)
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
])('of %j the browser keeps %j', async (answer, expected) => {
  const { kept, ground } = browser(answer)
  await savePlace(ground)
  expect([kept.get('loam_country_code'), kept.get('loam_region_code')]).toEqual(expected)
})

test('it is asked once in a session, and again after a failure', async () => {
  const { asked, ground } = browser({ country: 'US', region: 'OR' })
  await savePlace(ground)
  await savePlace(ground)
  expect(asked).toEqual(['/api/auth/location'])
  const failing = browser({}, 500)
  await savePlace(failing.ground)
  expect(failing.kept.size).toBe(0)
})
