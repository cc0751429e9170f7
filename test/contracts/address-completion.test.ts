import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { regionsOf } from '#location/rules/regions.ts'
import { completeByDataFile, readCityFiles } from '#location/server/address-completion.ts'
import type { AddressCompletion } from '#location/server/address-completion.ts'
import { adaptersOf } from './adapters.ts'

/** An address completion of any kind, and a code that it knows. */
interface TestCompletion {
  readonly completion: AddressCompletion
  readonly known: {
    readonly country: string
    readonly zip: string
    readonly city: string
    readonly region: string
  }
  /** Has its form, and is no code. */
  readonly unknown: { readonly country: string; readonly zip: string }
  readonly close: () => Promise<void>
}

const openDataFile = async (): Promise<TestCompletion> => ({
  completion: completeByDataFile(await readCityFiles(join(import.meta.dirname, '../../content'))),
  known: { country: 'US', zip: '97201', city: 'Portland', region: 'OR' },
  unknown: { country: 'US', zip: '00000' },
  close: () => Promise.resolve(),
})

const adapters = await adaptersOf<() => Promise<TestCompletion>>('address-completion', [
  { name: 'the data file', open: openDataFile },
])

describe.each(adapters)('what every address completion keeps to: $name', ({ open }) => {
  let opened: TestCompletion
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test('a known code gives its city and a region that the forms have', async () => {
    const { completion, known } = opened
    const { country, zip, city, region } = known
    expect(await completion.placeOf(country, zip)).toEqual({ city, region })
    expect(regionsOf(country).map(({ code }) => code)).toContain(region)
  })

  test('an unknown code gives null and no error', async () => {
    const { completion, unknown } = opened
    expect(await completion.placeOf(unknown.country, unknown.zip)).toBeNull()
    for (const country of ['XX', '', 'us', 'AQ'])
      expect(await completion.placeOf(country, '97201')).toBeNull()
  })

  test.each([
    '',
    ' ',
    '97',
    "97201'; drop table account; --",
    '__proto__',
    '9'.repeat(200),
    '９７２０１',
    '../97201',
  ])('the text %j is not a code and causes no error', async (zip) => {
    const { completion, known } = opened
    expect(await completion.placeOf(known.country, zip)).toBeNull()
  })
})
