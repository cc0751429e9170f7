import { expect, test } from 'vitest'
import { requiresHumanCheck, decideCardAttempt } from './card-attempts.ts'

const quiet = {
  ofNetwork: 0,
  ofAccount: 0,
  declinedOfShop: 0,
  limits: { network: 3, shop: 30 },
  hasHumanCheck: false,
}

test.each([
  [{}, 'request-charge'],
  [{ ofNetwork: 2 }, 'request-charge'],
  [{ ofNetwork: 3 }, 'require-human-check'],
  [{ ofNetwork: 3, hasHumanCheck: true }, 'request-charge'],
  [{ ofNetwork: 11, hasHumanCheck: true }, 'request-charge'],
  [{ ofNetwork: 12, hasHumanCheck: true }, 'refuse'],
  [{ ofNetwork: 12, limits: { network: 4, shop: 30 } }, 'require-human-check'],
  [{ ofNetwork: 16, limits: { network: 4, shop: 30 }, hasHumanCheck: true }, 'refuse'],
  [{ ofAccount: 2 }, 'request-charge'],
  [{ ofNetwork: 2, ofAccount: 3 }, 'require-human-check'],
  [{ ofNetwork: 0, ofAccount: 12, hasHumanCheck: true }, 'refuse'],
  [{ declinedOfShop: 29 }, 'request-charge'],
  [{ declinedOfShop: 30 }, 'require-human-check'],
  [{ declinedOfShop: 3000, hasHumanCheck: true }, 'request-charge'],
])('%j → %s', (tries, expected) => {
  expect(decideCardAttempt({ ...quiet, ...tries })).toBe(expected)
})

test('the form requires a check exactly where the next card would need one', () => {
  for (let ofNetwork = 0; ofNetwork < 12; ofNetwork += 1) {
    for (const declinedOfShop of [0, 29, 30, 31]) {
      const tries = { ...quiet, ofNetwork, declinedOfShop }
      expect(requiresHumanCheck(tries)).toBe(decideCardAttempt(tries) === 'require-human-check')
    }
  }
})
