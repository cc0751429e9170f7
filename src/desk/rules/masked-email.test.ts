import { expect, test } from 'vitest'
import { maskedEmail } from './masked-email.ts'

test.each([
  ['jules@example.com', 'ju…@ex….com'],
  ['abc@example.com', 'a…@ex….com'],
  ['a@example.com', '…@ex….com'],
  ['"a@b"@example.com', '"a…@ex….com'],
  // A domain of one person's own.
  ['mail@mara-lindqvist.co.uk', 'ma…@ma….uk'],
  ['a@b.se', '…@….se'],
  ['jules@localhost', 'ju…@lo…'],
  ['nothing', '…'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
