import { expect, test } from 'vitest'
import { listPart } from './list-part.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id }))

test('a list page ends before the extra row that shows that there are more', () => {
  expect(listPart(rows, 2)).toEqual({ shown: rows.slice(0, 2), next: 'b' })
  expect(listPart(rows, 3)).toEqual({ shown: rows, next: null })
  expect(listPart(rows, 4)).toEqual({ shown: rows, next: null })
  expect(listPart([], 2)).toEqual({ shown: [], next: null })
})
