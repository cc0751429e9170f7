import { expect, test, afterEach } from 'vitest'
import {
  countries,
  countryName,
  isCountryEligible,
  quantityLimitIn,
  hasWithdrawalRight,
} from './countries.ts'
import { placeOrDefault } from './visitor-place.ts'
import { regionCode, regionsOf } from './regions.ts'
import { firstPlaces, takeUpPlaces } from './published-places.ts'

test('New Zealand alone is refused', () => {
  expect(
    countries()
      .filter(({ code }) => !isCountryEligible(code))
      .map(({ code }) => code),
  ).toEqual(['NZ'])
})

test('the home market comes first, the others by name', () => {
  expect(
    countries()
      .slice(0, 3)
      .map(({ code }) => code),
  ).toEqual(['US', 'AU', 'AT'])
})

test('a country is called by its name, an unlisted one by its code', () => {
  expect(['US', 'DE', 'BR'].map((code) => countryName(code))).toEqual(['United States', 'Germany', 'BR'])
})

test('the states are the fifty, the district, five territories and the forces abroad; Canada has thirteen', () => {
  expect(regionsOf('US')).toHaveLength(59)
  expect(regionsOf('CA')).toHaveLength(13)
  expect(regionsOf('US')).toContainEqual({ code: 'DC', name: 'District of Columbia' })
  expect(regionsOf('FR')).toEqual([])
})

test('a region is known by code and by name in any case', () => {
  expect(['or', 'Oregon', ' OREGON ', 'OR'].map((text) => regionCode('US', text))).toEqual([
    'OR',
    'OR',
    'OR',
    'OR',
  ])
  expect(regionCode('FR', ' Bretagne ')).toBe('Bretagne')
})

// spec §7: US and XX when unknown or 4+ characters
test.each([
  [{}, 'US', 'XX'],
  [{ country: 'ca', region: 'on' }, 'CA', 'ON'],
  [{ country: 'UNKNOWN', region: 'UNKNOWN' }, 'US', 'XX'],
  [{ country: 'GB', region: 'ABCD' }, 'GB', 'XX'],
  [{ country: '', region: 'NSW' }, 'US', 'NSW'],
])('%j is kept as %s, %s', (found, country, region) => {
  expect(placeOrDefault(found)).toEqual({ country, region })
})

test('abroad a line holds a limited supply', () => {
  expect(quantityLimitIn('US', 180)).toBeNull()
  expect(quantityLimitIn('GB', 180)).toBe(2)
  expect(quantityLimitIn('AU', 30)).toBe(3)
  expect(quantityLimitIn('AU', 180)).toBe(0)
})

const at = (text: string) => Temporal.Instant.from(`${text}T10:00:00Z`)
const nobody = { ...firstPlaces, withdrawal_countries: [] }

afterEach(() => takeUpPlaces({ number: 0, places: firstPlaces, taxes: null, earlier: [] }))

test('the right is of the countries that are published, and an order keeps the one that it was placed with', () => {
  expect(['DE', 'NO', 'GB', 'US', 'CH'].map((country) => hasWithdrawalRight(country))).toEqual([
    true, true, true, false, false,
  ]) // prettier-ignore
  const earlier = [{ until: at('2026-11-10'), places: firstPlaces }]
  takeUpPlaces({ number: 2, places: nobody, taxes: null, earlier })
  expect(hasWithdrawalRight('DE')).toBe(false)
  expect(hasWithdrawalRight('DE', at('2026-11-09'))).toBe(true)
  expect(hasWithdrawalRight('DE', at('2026-11-11'))).toBe(false)
})
