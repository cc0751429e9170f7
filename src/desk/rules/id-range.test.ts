import { expect, test } from 'vitest'
import { idRange } from './id-range.ts'

const id = '0193a7c2-51b0-7def-8a01-2b3c4d5e6f70'

test.each([
  ['a whole id', id, id, id],
  ['in capitals, without hyphens', id.replaceAll('-', '').toUpperCase(), id, id],
  ['the first eight', '0193a7c2', '0193a7c2-0000-0000-0000-000000000000', '0193a7c2-ffff-ffff-ffff-ffffffffffff'],
  ['with a hyphen at its end', '0193a7c2-', '0193a7c2-0000-0000-0000-000000000000', '0193a7c2-ffff-ffff-ffff-ffffffffffff'],
  ['with what was left out', '0193a7c2-51…', '0193a7c2-5100-0000-0000-000000000000', '0193a7c2-51ff-ffff-ffff-ffffffffffff'],
  ['with three dots', '0193A7C2...', '0193a7c2-0000-0000-0000-000000000000', '0193a7c2-ffff-ffff-ffff-ffffffffffff'],
])('%s is read as a range of ids', (_what, text, from, until) => {
  expect(idRange(text)).toEqual({ from, until })
}) // prettier-ignore

test.each(['', '0193a7c', 'June Vale', '0193-a7c2-51b0', '555-0199-1234', `${id}0`, '--------', "0193a7c2' or 1=1", '0193a7c%'])(
  '%s is not a range of ids',
  (text) => {
    expect(idRange(text)).toBeNull()
  },
) // prettier-ignore
