import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFile } from '#content/rules/data-file.ts'
import { ExperimentDocument, fileOf, FlagDocument, FlagsFile, flagSetOf } from './flags-file.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')

const variants = [
  { name: 'a', weight: 1 },
  { name: 'b', weight: 1 },
]

test('the shop’s file is read and written unchanged', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../content/flags.json'), 'utf8')
  const read = readDataFile(text, FlagsFile)
  if (read.kind === 'wrong') throw new Error(read.message)
  expect(fileOf(flagSetOf(read.value, now))).toEqual(read.value)
})

test('a version contains what its file says', () => {
  const file = FlagsFile.parse({
    flags: { plain: true, some: { percent: 10, audience: { countries: ['US'] } } },
    experiments: [
      { name: 'runs', variants },
      { name: 'over', variants, state: 'shipped', winner: 'b', guardrails: [{ metric: 'refunds' }] },
    ],
  })
  const { flags, experiments } = flagSetOf(file, now)
  for (const flag of flags.values())
    expect(FlagDocument.parse(JSON.parse(JSON.stringify(flag)))).toEqual(flag)
  for (const one of experiments) {
    const { name, ...document } = one
    expect({ name, ...ExperimentDocument.parse(JSON.parse(JSON.stringify(document))) }).toEqual(one)
  }
  expect(experiments[0]).toMatchObject({ name: 'runs', state: 'running', startedAt: now.toString() })
})

test.each([
  [{ name: 'x', variants: variants.map((one) => ({ ...one, weight: 0 })) }, 'x: No variant is given'],
  [{ name: 'x', variants: variants.map((one) => ({ ...one, name: 'a' })) }, 'x: Two variants'],
  [{ name: 'x', variants, control: 'c' }, 'x: There is no such variant'],
  [{ name: 'x', variants, state: 'shipped', winner: 'c' }, 'x: A shipped experiment names'],
  [{ name: 'x', variants, audience: { answers: ['vegan'] } }, 'answers'],
  [{ name: 'X', variants }, 'a-z'],
])('%j is refused', (experiment, message) => {
  const read = FlagsFile.safeParse({ flags: {}, experiments: [experiment] })
  expect(read.error?.message).toContain(message)
})
