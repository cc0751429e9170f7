import { expect, test } from 'vitest'
import { edgeVariants } from './edge-cookie.ts'

test('variants are read from a JSON object of short texts', () => {
  expect(edgeVariants('{"headline":"b"}')).toEqual({ headline: 'b' })
})

test.each([undefined, '', 'b', '[]', '["b"]', 'null', '{"headline":1}', `{"headline":"${'b'.repeat(61)}"}`])(
  '%s contains no variants',
  (cookie) => {
    expect(edgeVariants(cookie)).toEqual({})
  },
)
