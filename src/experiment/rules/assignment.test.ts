import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFile } from '#content/rules/data-file.ts'
import { assignedVariant, variantsFor } from './assignment.ts'
import { edgeVariants } from './edge-cookie.ts'
import { FlagsFile } from './flags-file.ts'

const loyalty = {
  name: 'loyalty_new_user',
  variants: [
    { name: 'include', weight: 9 },
    { name: 'exclude', weight: 1 },
  ],
}
const other = { ...loyalty, name: 'other' }
const units = Array.from(
  { length: 20_000 },
  (_, at) => `0199a000-0000-7000-8000-${String(at).padStart(12, '0')}`,
)

test('the shop’s experiment file is valid and has the defaults of spec §9', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../content/flags.json'), 'utf8')
  const read = readDataFile(text, FlagsFile)
  if (read.kind === 'wrong') throw new Error(read.message)
  const on = Object.entries(read.value.flags).filter(([, isOn]) => isOn)
  expect(on.map(([name]) => name)).toEqual(['ape-cart'])
  expect(Object.keys(read.value.flags)).toHaveLength(13)
})

test('the same unit always gets the same variant', () => {
  // Pinned: a change of the hash would move every member to another group.
  expect(
    units
      .slice(0, 40)
      .map((unit) => assignedVariant(loyalty, unit).charAt(0))
      .join(''),
  ).toMatchInlineSnapshot(`"eiiiiiiiiiiiiiieiiiiiiiiiiiiiiiieiiiiiii"`)
})

test('each variant gets its share of units', () => {
  const excluded = units.filter((unit) => assignedVariant(loyalty, unit) === 'exclude').length
  // 20,000 × 10 % = 2,000; the standard deviation is 42.
  expect(Math.abs(excluded - 2_000)).toBeLessThan(170)
})

test('two experiments divide the members independently', () => {
  const both = units.filter(
    (unit) => assignedVariant(loyalty, unit) === 'exclude' && assignedVariant(other, unit) === 'exclude',
  ).length
  // 20,000 × 10 % × 10 % = 200; the standard deviation is 14.
  expect(Math.abs(both - 200)).toBeLessThan(60)
})

test('an API assignment takes precedence over the edge, and the edge over the hash; unknown names are ignored', () => {
  const [unit = ''] = units
  const experiments = [loyalty]
  const byHash = assignedVariant(loyalty, unit)
  const elsewhere = byHash === 'include' ? 'exclude' : 'include'
  const edge = { loyalty_new_user: elsewhere, gone: 'x' }
  const assigned = { loyalty_new_user: byHash }
  expect(variantsFor(experiments, assigned, {}, {})).toEqual({ loyalty_new_user: byHash })
  expect(variantsFor(experiments, assigned, {}, edge)).toEqual({ loyalty_new_user: elsewhere })
  expect(variantsFor(experiments, assigned, { loyalty_new_user: byHash }, edge)).toEqual({
    loyalty_new_user: byHash,
  })
  expect(variantsFor(experiments, assigned, { loyalty_new_user: 'gone' })).toEqual({
    loyalty_new_user: byHash,
  })
})

test.each([
  [undefined, {}],
  ['', {}],
  ['{"a":"b"}', { a: 'b' }],
  ['{"a":1}', {}],
  ['[1]', {}],
  ['{', {}],
])('the edge cookie %s is read as %j', (cookie, variants) => {
  expect(edgeVariants(cookie)).toEqual(variants)
})
