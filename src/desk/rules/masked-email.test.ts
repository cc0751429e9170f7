import { expect, test } from 'vitest'
import { maskedEmail } from './masked-email.ts'

test.each([
  ['jules@example.com', 'ju…@example.com'],
  ['abc@example.com', 'a…@example.com'],
  ['a@example.com', '…@example.com'],
  ['"a@b"@example.com', '"a…@example.com'],
  ['nothing', '…'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
