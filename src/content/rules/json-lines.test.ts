import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { JsonFault, parseJsonWithLines } from './json-lines.ts'

test('the parser reads what JSON.parse reads', () => {
  assertProperty(
    fc.property(fc.json(), (text) => {
      expect(parseJsonWithLines(text).value).toEqual(JSON.parse(text))
    }),
  )
})

const page = [
  '{',
  '  "slug": "x",',
  '  "sections": [',
  '    { "kind": "text" },',
  '    { "kind": "hero" }',
  '  ]',
  '}',
].join('\n')

test.each([
  [['slug'], 2],
  [['sections', 0], 4],
  [['sections', 1, 'kind'], 5],
  [['sections', 1, 'heading'], 5],
  [['nothing'], 1],
])('the parser finds the line of %j', (path, line) => {
  expect(parseJsonWithLines(page).lineOf(path)).toBe(line)
})

test.each([
  ['{\n"a": 1,\n}', 3],
  ['{\n"a": nope\n}', 2],
  ['{\n"a": 1', 2],
  ['{\n"a" 1}', 2],
])('the parser names the line of the error in %j', (text, line) => {
  let fault: unknown
  try {
    parseJsonWithLines(text)
  } catch (thrown) {
    fault = thrown
  }
  if (!(fault instanceof JsonFault)) throw new Error('no fault was found')
  expect(fault.line).toBe(line)
})
