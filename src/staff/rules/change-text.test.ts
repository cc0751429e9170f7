import { expect, test } from 'vitest'
import { actionWords } from './change-text.ts'

test('an action is read as words, and one without a phrase names what it was about', () => {
  expect(['member.viewed', 'note.written', 'order.address-corrected'].map(actionWords)).toEqual([
    'looked at the member',
    'wrote a note',
    'address corrected: order',
  ])
})
