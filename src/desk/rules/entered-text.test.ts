import { expect, test } from 'vitest'
import { enteredText } from './entered-text.ts'

const ship = { intent: 'ship', carrier: 'ups', tracking: '1Z999AA10123456784' }
const hold = { intent: 'hold', reason: 'The address is asked for.' }

test.each([
  ['a form that is there keeps it itself', ship, { state: 'placed', isHeld: false }, ''],
  ['shipped by another', ship, { state: 'shipped', isHeld: false }, 'You entered: ups, 1Z999AA10123456784.'],
  ['held by another', ship, { state: 'placed', isHeld: true }, 'You entered: ups, 1Z999AA10123456784.'],
  [
    'to be held, but shipped',
    hold,
    { state: 'shipped', isHeld: false },
    'You entered: “The address is asked for.”.',
  ],
  [
    'released by another',
    { ...hold, intent: 'release' },
    { state: 'placed', isHeld: false },
    'You entered: “The address is asked for.”.',
  ],
  ['a note has its form always', { intent: 'note' }, { state: 'canceled', isHeld: false }, ''],
] as const)('%s', (_name, entered, order, text) => {
  expect(enteredText(entered, order)).toBe(text)
})
