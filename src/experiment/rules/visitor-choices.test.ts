import { expect, test } from 'vitest'
import { assignedVariant, isFlagOn, isRolledOut, settledVariants } from './assignment.ts'
import { deviceOf, everyone, isInAudience } from './audience.ts'
import { FlagsFile, flagSetOf } from './flags-file.ts'
import { decideChoices, openChoices } from './visitor-choices.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')
const variants = [
  { name: 'a', weight: 1 },
  { name: 'b', weight: 1 },
]

const set = flagSetOf(
  FlagsFile.parse({
    flags: {
      all: true,
      none: false,
      some: { percent: 30 },
      phones: { percent: 100, audience: { devices: 'phone' } },
      canada: { percent: 30, audience: { countries: ['CA'] } },
    },
    experiments: [
      { name: 'members', variants },
      { name: 'visitors', variants, unit: 'visitor' },
      { name: 'draft', variants, unit: 'visitor', state: 'draft' },
      { name: 'stopped', variants, control: 'b', state: 'stopped' },
      { name: 'shipped', variants, state: 'shipped', winner: 'b' },
      { name: 'subscribers', variants, unit: 'visitor', audience: { subscribers: 'only' } },
    ],
  }),
  now,
)

const visitor = { country: 'US', isSubscriber: false, device: null }
const units = Array.from(
  { length: 2_000 },
  (_, at) => `0199a000-0000-4000-8000-${String(at).padStart(12, '0')}`,
)

test('a browser decides only experiments that the server does not decide with the page', () => {
  const open = openChoices(set, visitor)
  expect(open?.flags.map(({ name }) => name)).toEqual(['some', 'phones'])
  expect(open?.experiments.map(({ name }) => name)).toEqual(['visitors'])
  expect(openChoices({ flags: new Map(), experiments: [] }, visitor)).toBeNull()
})

test('without consent no variant is assigned and no partial flag is on', () => {
  const open = openChoices(set, visitor)
  if (open === null) throw new Error('nothing to decide')
  expect(decideChoices(open, 'phone', null, () => null)).toEqual({ flags: ['phones'], variants: [] })
  expect(decideChoices(open, 'desktop', null, () => null)).toEqual({ flags: [], variants: [] })
})

test('a browser keeps its assigned variant, and otherwise gets that of its id', () => {
  const open = openChoices(set, visitor)
  const [unit = ''] = units
  const experiment = { name: 'visitors', variants }
  const other = assignedVariant(experiment, unit) === 'a' ? 'b' : 'a'
  const decided = (met: string | null) => open && decideChoices(open, 'desktop', unit, () => met).variants
  expect(decided(null)).toEqual([['visitors', assignedVariant(experiment, unit)]])
  expect(decided('gone')).toEqual([['visitors', assignedVariant(experiment, unit)]])
  expect(decided(other)).toEqual([['visitors', other]])
})

test('a flag is on for its share of people, and raising the share removes nobody', () => {
  const on = (percent: number) => units.filter((unit) => isRolledOut('some', percent, unit))
  // 2,000 × 30 % = 600; the standard deviation is 20.
  expect(Math.abs(on(30).length - 600)).toBeLessThan(100)
  expect(on(60)).toEqual(expect.arrayContaining(on(30)))
  expect([
    isRolledOut('some', 99, null),
    isRolledOut('some', 100, null),
    isRolledOut('some', 0, 'x'),
  ]).toEqual([false, true, false])
})

test('an audience matches only on known facts', () => {
  const audience = { countries: ['CA'], subscribers: 'only', devices: 'phone' } as const
  const known = { country: 'CA', isSubscriber: true, device: 'phone' } as const
  expect(isInAudience(audience, known)).toBe(true)
  for (const less of [
    { ...known, country: null },
    { ...known, isSubscriber: null },
    { ...known, isSubscriber: false },
    { ...known, device: null },
  ])
    expect(isInAudience(audience, less)).toBe(false)
  expect(isInAudience(everyone, { country: null, isSubscriber: null, device: null })).toBe(true)
  const flag = { description: '', percent: 100, audience }
  expect([isFlagOn('x', flag, null, known), isFlagOn('x', flag, null, visitor)]).toEqual([true, false])
  expect([deviceOf('Mozilla/5.0 (iPhone; CPU)'), deviceOf('Mozilla/5.0 (X11; Linux)')]).toEqual([
    'phone',
    'desktop',
  ])
})

test('a finished experiment shows everyone the shipped variant, or the original', () => {
  expect(settledVariants(set.experiments)).toEqual({ stopped: 'b', shipped: 'b' })
})
