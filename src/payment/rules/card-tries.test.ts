import { expect, test } from 'vitest'
import { asksForPerson, decideCardTry } from './card-tries.ts'

const quiet = { ofNetwork: 0, declinedOfShop: 0, limits: { network: 3, shop: 30 }, isPerson: false }

test.each([
  [{}, 'ask-processor'],
  [{ ofNetwork: 2 }, 'ask-processor'],
  [{ ofNetwork: 3 }, 'check-person'],
  [{ ofNetwork: 3, isPerson: true }, 'ask-processor'],
  [{ ofNetwork: 11, isPerson: true }, 'ask-processor'],
  [{ ofNetwork: 12, isPerson: true }, 'refuse'],
  [{ ofNetwork: 12, limits: { network: 4, shop: 30 } }, 'check-person'],
  [{ ofNetwork: 16, limits: { network: 4, shop: 30 }, isPerson: true }, 'refuse'],
  [{ declinedOfShop: 29 }, 'ask-processor'],
  [{ declinedOfShop: 30 }, 'check-person'],
  [{ declinedOfShop: 3000, isPerson: true }, 'ask-processor'],
])('%j → %s', (tries, expected) => {
  expect(decideCardTry({ ...quiet, ...tries })).toBe(expected)
})

test('the form asks exactly where the next card would be asked', () => {
  for (let ofNetwork = 0; ofNetwork < 12; ofNetwork += 1) {
    for (const declinedOfShop of [0, 29, 30, 31]) {
      const tries = { ...quiet, ofNetwork, declinedOfShop }
      expect(asksForPerson(tries)).toBe(decideCardTry(tries) === 'check-person')
    }
  }
})
