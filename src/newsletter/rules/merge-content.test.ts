import { expect, test } from 'vitest'
import { mergeContent } from './merge-content.ts'

const text = (words: string) => ({ kind: 'paragraph', text: words })
const content = (heading: string, ...words: readonly string[]) => ({
  subject: 'Cold',
  heading,
  blocks: words.map(text),
})
const base = content('What cold does', 'one', 'two', 'three')

test.each([
  [
    'another field',
    content('Cold', 'one', 'two', 'three'),
    content('What cold does', 'one', 'TWO', 'three'),
    content('Cold', 'one', 'TWO', 'three'),
  ],
  [
    'blocks side by side',
    content('What cold does', 'ONE', 'two', 'three'),
    content('What cold does', 'one', 'TWO', 'three'),
    content('What cold does', 'ONE', 'TWO', 'three'),
  ],
  [
    'a block that was added and one that was changed',
    content('What cold does', 'one', 'two', 'three', 'four'),
    content('What cold does', 'ONE', 'two', 'three'),
    content('What cold does', 'ONE', 'two', 'three', 'four'),
  ],
  [
    'a block that was removed and one that was changed',
    content('What cold does', 'two', 'three'),
    content('What cold does', 'one', 'two', 'THREE'),
    content('What cold does', 'two', 'THREE'),
  ],
  ['the same change', content('Cold', 'one'), content('Cold', 'one'), content('Cold', 'one')],
])('%s of two people: both are there', (_what, theirs, mine, merged) => {
  expect(mergeContent(base, theirs, mine)).toEqual({ value: merged, conflicts: [] })
  expect(mergeContent(base, mine, theirs)).toEqual({ value: merged, conflicts: [] })
})

test('what both changed is named, stays as the second one entered it, and the rest is merged', () => {
  const theirs = content('Cold', 'one', '2', 'III')
  const mine = content('Frost', 'one', 'TWO', 'three')
  expect(mergeContent(base, theirs, mine)).toEqual({
    value: content('Frost', 'one', 'TWO', 'III'),
    conflicts: ['heading', 'blocks.1'],
  })
})

test.each([
  [
    'two blocks added at one place',
    content('x', 'one', 'two', 'three', 'a'),
    content('x', 'one', 'two', 'three', 'b'),
  ],
  ['a block that was removed and changed', content('x', 'one', 'three'), content('x', 'one', 'TWO', 'three')],
])('%s are a conflict of the blocks', (_what, theirs, mine) => {
  expect(mergeContent({ ...base, heading: 'x' }, theirs, mine)).toEqual({
    value: mine,
    conflicts: ['blocks'],
  })
})

test('the order of fields, and a field without a value, are no change', () => {
  const turned = {
    ...base,
    blocks: [{ text: 'one', claim: undefined, kind: 'paragraph' }, text('two'), text('three')],
  }
  const theirs = content('What cold does', 'ONE', 'two', 'three')
  expect(mergeContent(base, theirs, turned)).toEqual({ value: theirs, conflicts: [] })
})
