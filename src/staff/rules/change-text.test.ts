import { expect, test } from 'vitest'
import { actionWords } from './change-text.ts'

test('an action is shown in words, and an unknown action shows its subject', () => {
  expect(['member.viewed', 'note.written', 'order.address-corrected'].map(actionWords)).toEqual([
    'looked at the member',
    'wrote a note',
    'address corrected: order',
  ])
})
