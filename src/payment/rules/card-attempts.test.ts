import { expect, test } from 'vitest'
import { requiresHumanCheck, decideCardAttempt } from './card-attempts.ts'

const quiet = { ofNetwork: 0, declinedOfShop: 0, limits: { network: 3, shop: 30 }, hasHumanCheck: false }

test.each([
  [{}, 'ask-processor'],
  [{ ofNetwork: 2 }, 'ask-processor'],
  [{ ofNetwork: 3 }, 'check-person'],
  [{ ofNetwork: 3, hasHumanCheck: true }, 'ask-processor'],
  [{ ofNetwork: 11, hasHumanCheck: true }, 'ask-processor'],
  [{ ofNetwork: 12, hasHumanCheck: true }, 'refuse'],
  [{ ofNetwork: 12, limits: { network: 4, shop: 30 } }, 'check-person'],
  [{ ofNetwork: 16, limits: { network: 4, shop: 30 }, hasHumanCheck: true }, 'refuse'],
  [{ declinedOfShop: 29 }, 'ask-processor'],
  [{ declinedOfShop: 30 }, 'check-person'],
  [{ declinedOfShop: 3000, hasHumanCheck: true }, 'ask-processor'],
])('%j → %s', (tries, expected) => {
  expect(decideCardAttempt({ ...quiet, ...tries })).toBe(expected)
})

test('the form asks exactly where the next card would be asked', () => {
  for (let ofNetwork = 0; ofNetwork < 12; ofNetwork += 1) {
    for (const declinedOfShop of [0, 29, 30, 31]) {
      const tries = { ...quiet, ofNetwork, declinedOfShop }
      expect(requiresHumanCheck(tries)).toBe(decideCardAttempt(tries) === 'check-person')
    }
  }
})
