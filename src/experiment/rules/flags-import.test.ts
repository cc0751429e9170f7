import { expect, test } from 'vitest'
import { fileOf, FlagsFile, flagSetOf } from './flags-file.ts'
import { importedChanges } from './flags-import.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')
const variants = [
  { name: 'a', weight: 1 },
  { name: 'b', weight: 1 },
]
const file = FlagsFile.parse({
  flags: { on: true, some: { percent: 10 } },
  experiments: [
    { name: 'runs', variants },
    { name: 'draft', variants, state: 'draft' },
  ],
})
const current = flagSetOf(file, now)

test('a file equal to the current state changes nothing, in any order', () => {
  const again = FlagsFile.parse(JSON.parse(JSON.stringify(fileOf(current))))
  expect(importedChanges(current, again, now)).toEqual({ flags: [], experiments: [], refusals: [] })
})

test('differences are applied, and names missing from the file stay', () => {
  const other = FlagsFile.parse({
    flags: { on: false, fresh: true },
    experiments: [{ name: 'draft', variants, title: 'Another question' }],
  })
  const { flags, experiments, refusals } = importedChanges(current, other, now)
  expect(flags.map(([name, { percent }]) => [name, percent])).toEqual([
    ['on', 0],
    ['fresh', 100],
  ])
  expect(experiments).toMatchObject([{ name: 'draft', state: 'running', title: 'Another question' }])
  expect(refusals).toEqual([])
})

test('the plan of a started experiment stays unchanged', () => {
  const other = FlagsFile.parse({ flags: {}, experiments: [{ name: 'runs', variants, title: 'Another' }] })
  expect(importedChanges(current, other, now)).toMatchObject({
    experiments: [],
    refusals: [expect.stringContaining('runs')],
  })
})
