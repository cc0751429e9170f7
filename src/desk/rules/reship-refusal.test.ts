import { expect, test } from 'vitest'
import { reshipRefusal } from './reship-refusal.ts'

const shipped = {
  number: 'L1',
  state: 'shipped',
  isHeld: false,
  lines: [{ quantity: 2 }],
  units: [{ position: 0, quantity: 2 }],
  hasWaiting: false,
} as const

test('a shipped order can be sent again', () => {
  expect(reshipRefusal(shipped)).toBeNull()
})

test.each([
  [{ state: 'placed' }, 'not been shipped'],
  [{ state: 'canceled' }, 'was canceled'],
  [{ isHeld: true }, 'on hold'],
  [{ hasWaiting: true }, 'Nothing was sent twice'],
  [{ units: [] }, 'Choose the units'],
  [{ units: [{ position: 0, quantity: 3 }] }, 'More units'],
  [{ units: [{ position: 1, quantity: 1 }] }, 'More units'],
  [
    {
      units: [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    },
    'each line once',
  ],
] as const)('%o: %s', (change, words) => {
  expect(reshipRefusal({ ...shipped, ...change })).toContain(words)
})
