import { expect, test } from 'vitest'
import { actWords } from './act-words.ts'

test('an act is read as words, and one without a phrase names what it was about', () => {
  expect(['member.viewed', 'note.written', 'order.address-corrected'].map(actWords)).toEqual([
    'looked at the member',
    'wrote a note',
    'address corrected: order',
  ])
})
