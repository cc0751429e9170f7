import { expect, test } from 'vitest'
import { isOneLine, isPlainText, oneLine } from './one-line.ts'

test.each([
  ['a line break', 'Mara\r\nBcc: a@b.cc', 'Mara Bcc: a@b.cc', false, true],
  ['a separator of lines', 'Ito\u2028Bcc: all', 'Ito Bcc: all', false, false],
  ['turned writing', 'Port\u202eland\u2066', 'Port land', false, false],
  ['a bell', 'a\u0007b', 'a b', false, false],
  ['nothing that is seen', '\u200b\u00ad \u3164', '', true, true],
  ['a null character', '\0', '\0', false, false],
  ['a joiner inside a word', 'می\u200cخواهم', 'می\u200cخواهم', true, true],
  ['other alphabets and marks', 'Ångström, שלום‏', 'Ångström, שלום‏', true, true],
])('%s', (_what, text, line, one, plain) => {
  expect([oneLine().parse(text), isOneLine(text), isPlainText(text)]).toEqual([line, one, plain])
})
