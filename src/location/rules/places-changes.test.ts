import { expect, test } from 'vitest'
import { completeRates, needsSecondPerson, placeChanges, placeFaults } from './places-changes.ts'
import type { PlacesVersion } from './places-changes.ts'
import { PlacesDocument } from './places-document.ts'
import { firstPlaces } from './published-places.ts'

const noRates = { note: '', countries: {} }
const sample: PlacesVersion = { places: firstPlaces, taxes: completeRates(firstPlaces, noRates) }
const needs = { home: 'US', currencies: ['USD', 'CAD', 'EUR', 'GBP'] }

const changed = (change: (version: PlacesVersion) => void): PlacesVersion => {
  const copy = structuredClone(sample)
  change(copy)
  return copy
}

const faultsOf = (change: (version: PlacesVersion) => void) =>
  placeFaults(changed(change), needs).map(({ message }) => message)

test('the sample’s places are valid', () => {
  expect(placeFaults(sample, needs)).toEqual([])
})

test('a country needs a tax rate and an existing zone, and the shop needs its shipping country', () => {
  expect(faultsOf(({ taxes }) => delete taxes.countries['DE'])).toEqual([
    'Germany has no tax rate; 0 percent is one.',
  ])
  expect(faultsOf(({ places }) => delete places.zones['canada'])).toEqual(['There is no zone canada.'])
  expect(faultsOf(({ places }) => delete places.countries['US'])).toEqual([
    'The shop ships from US, which is not in the list.',
  ])
  expect(faultsOf(({ places }) => delete places.holidays['other'])).toHaveLength(1)
})

test('a zone needs a fee in each currency, and each method once', () => {
  expect(faultsOf(({ places }) => delete places.zones['home']?.methods[1]?.fees['EUR'])).toEqual([
    'Home has no fee in EUR.',
  ])
  expect(
    faultsOf(({ places }) => {
      const methods = places.zones['home']?.methods ?? []
      methods.splice(1, 1, ...methods.slice(0, 1))
    }),
  ).toEqual(['Home has a method twice.'])
})

test.each([
  ['a fee', 'free_shipping', 'fees', true],
  ['days', 'free_shipping', 'days', false],
] as const)('needs a second person or not: %s', (_, code, part, expected) => {
  const after = changed(({ places }) => {
    const method = places.zones['home']?.methods.find((one) => one.code === code)
    if (method && part === 'fees') method.fees['USD'] = 100
    if (method && part === 'days') method.days = { from: 9, until: 9 }
  })
  expect(needsSecondPerson(placeChanges(sample, after))).toBe(expected)
})

test('tax and zone changes of a country need a second person, and changes of names and holidays do not', () => {
  const taxed = changed(({ taxes }) => {
    taxes.countries['DE'] = { otherwise: { percent: 7, shippingTaxed: true }, regions: {} }
  })
  const moved = changed(({ places }) => {
    const germany = places.countries['DE']
    if (germany) germany.zone = 'home'
  })
  const renamed = changed(({ places }) => {
    const germany = places.countries['DE']
    if (germany) germany.name = 'Deutschland'
    places.holidays['DE'] = [{ name: 'Unity Day', month: 10, day: 3 }]
  })
  const withdrawing = changed(({ places }) => {
    places.withdrawal_countries = places.withdrawal_countries.filter((code) => code !== 'AT')
  })
  expect(placeChanges(sample, withdrawing)).toEqual([
    { field: 'places withdrawal_countries AT', before: 'AT', after: null },
  ])
  const all = [taxed, moved, withdrawing, renamed]
  expect(all.map((after) => needsSecondPerson(placeChanges(sample, after)))).toEqual([
    true, true, true, false,
  ]) // prettier-ignore
  expect(placeChanges(sample, renamed)).toContainEqual({
    field: 'places countries DE name',
    before: 'Germany',
    after: 'Deutschland',
  })
})

test('a holiday is a valid day, days are in order, and a fee is not negative', () => {
  const parsed = (change: (places: PlacesDocument) => void) => {
    const copy = structuredClone(firstPlaces)
    change(copy)
    return PlacesDocument.safeParse(copy).success
  }
  expect(parsed(() => undefined)).toBe(true)
  expect(parsed(({ holidays }) => holidays['other']?.push({ name: 'None', month: 2, day: 30 }))).toBe(false)
  expect(parsed(({ holidays }) => holidays['other']?.push({ name: 'None', date: '2027-02-29' }))).toBe(false)
  expect(
    parsed(({ warehouse }) => {
      warehouse.made_to_order_days = { from: 20, until: 10 }
    }),
  ).toBe(false)
  expect(
    parsed(({ zones }) => {
      const method = zones['home']?.methods[0]
      if (method) method.fees['USD'] = -1
    }),
  ).toBe(false)
})
