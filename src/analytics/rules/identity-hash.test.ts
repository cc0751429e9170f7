import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { z } from 'zod'
import { identityFields, normalizeField, normalizeIdentity } from './identity-hash.ts'

// Computed without this shop's code: normal forms by hand from the text of spec §5, hashes by `sha256sum`.
const vectors = z
  .array(
    z.object({
      field: z.enum(identityFields),
      input: z.string(),
      normal: z.string(),
      sha256: z.string().nullable(),
    }),
  )
  .parse(JSON.parse(readFileSync('docs/identity-hash-vectors.json', 'utf8')))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

test.each(vectors)('$field $input', ({ field, input, normal, sha256: expected }) => {
  expect(normalizeField(field, input)).toBe(normal)
  const hashes = normalizeIdentity({ [field]: input }).map(([, text]) => sha256(text))
  expect(hashes).toEqual(expected === null ? [] : [expected])
})

test('the test vectors cover every field and at least thirty odd values', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(30)
  expect(new Set(vectors.map(({ field }) => field))).toEqual(new Set(identityFields))
})

const character = fc.constantFrom('a', 'É', 'e', '\u0301', 'İ', 'ß', '李', '-', "'", ' ', '@', '0', '7', '+')

test('a normalized value stays the same when normalized again, and is never empty', () => {
  assertProperty(
    fc.property(fc.constantFrom(...identityFields), fc.string({ unit: character }), (field, text) => {
      for (const [, normal] of normalizeIdentity({ [field]: text })) {
        expect(normal).not.toBe('')
        if (field !== 'state') expect(normalizeField(field, normal)).toBe(normal)
      }
    }),
  )
})

test('unknown fields are left out', () => {
  expect(normalizeIdentity({ email: null, phone: undefined, city: '', state: 'OR' })).toEqual([
    ['state', 'or'],
  ])
})
