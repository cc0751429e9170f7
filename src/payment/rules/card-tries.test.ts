import { expect, test } from 'vitest'
import { asksForPerson, decideCardTry, freeTries, mostTries } from './card-tries.ts'

const quiet = { ofNetwork: 0, declinedOfShop: 0, shopLimit: 30, isPerson: false }

test.each([
  [{}, 'ask-processor'],
  [{ ofNetwork: freeTries - 1 }, 'ask-processor'],
  [{ ofNetwork: freeTries }, 'check-person'],
  [{ ofNetwork: freeTries, isPerson: true }, 'ask-processor'],
  [{ ofNetwork: mostTries - 1, isPerson: true }, 'ask-processor'],
  [{ ofNetwork: mostTries, isPerson: true }, 'refuse'],
  [{ declinedOfShop: 29 }, 'ask-processor'],
  [{ declinedOfShop: 30 }, 'check-person'],
  [{ declinedOfShop: 3000, isPerson: true }, 'ask-processor'],
])('%j → %s', (tries, expected) => {
  expect(decideCardTry({ ...quiet, ...tries })).toBe(expected)
})

test('the form asks exactly where the next card would be asked', () => {
  for (let ofNetwork = 0; ofNetwork < mostTries; ofNetwork += 1) {
    for (const declinedOfShop of [0, 29, 30, 31]) {
      const tries = { ...quiet, ofNetwork, declinedOfShop }
      expect(asksForPerson(tries)).toBe(decideCardTry(tries) === 'check-person')
    }
  }
})
