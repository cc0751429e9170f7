import { expect, test } from 'vitest'
import { markOfPart } from './part-mark.ts'

test('a preview opens at the edited section or block', () => {
  const parts = [
    { id: 'page', kind: 'page' },
    { id: 'a', kind: 'section' },
    { id: 'b', kind: 'section' },
    { id: 'c', kind: 'block' },
    { id: 'd', kind: 'block' },
    { id: 'e', kind: 'section' },
    { id: 'f', kind: 'block' },
  ] as const
  expect(parts.map(({ id }) => markOfPart(parts, id))).toEqual([
    null,
    'part-0',
    'part-1',
    'part-1-0',
    'part-1-1',
    'part-2',
    'part-2-0',
  ])
})
