import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', `'=1+1`],
  ['+1 555', `'+1 555`],
  ['-cmd', `'-cmd`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t'=1`],
  ['-12.50', '-12.50'],
  ['a "quoted", name', '"a ""quoted"", name"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['Zoë', 'Zoë'],
  ['a;=1+1', `a;'=1+1`],
  ['a\t@b', `a\t'@b`],
  ['two\n+1', `"two\n'+1"`],
  ['＝1+1', `'＝1+1`],
])('%j is written as %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})
