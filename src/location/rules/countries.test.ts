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

test('only New Zealand is refused', () => {
  expect(
    countries()
      .filter(({ code }) => !isCountryEligible(code))
      .map(({ code }) => code),
  ).toEqual(['NZ'])
})

test('the home market is first, the others follow by name', () => {
  expect(
    countries()
      .slice(0, 3)
      .map(({ code }) => code),
  ).toEqual(['US', 'AU', 'AT'])
})

test('a listed country is shown by its name, an unlisted one by its code', () => {
  expect(['US', 'DE', 'BR'].map((code) => countryName(code))).toEqual(['United States', 'Germany', 'BR'])
})

test('the US has fifty states, the district, five territories and the military regions, and Canada has thirteen', () => {
  expect(regionsOf('US')).toHaveLength(59)
  expect(regionsOf('CA')).toHaveLength(13)
  expect(regionsOf('US')).toContainEqual({ code: 'DC', name: 'District of Columbia' })
  expect(regionsOf('FR')).toEqual([])
})

test('a region is recognized by code and by name in any case', () => {
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
])('%j is stored as %s, %s', (found, country, region) => {
  expect(placeOrDefault(found)).toEqual({ country, region })
})

test('an order line to another country has a limited supply', () => {
  expect(quantityLimitIn('US', 180)).toBeNull()
  expect(quantityLimitIn('GB', 180)).toBe(2)
  expect(quantityLimitIn('AU', 30)).toBe(3)
  expect(quantityLimitIn('AU', 180)).toBe(0)
})

const at = (text: string) => Temporal.Instant.from(`${text}T10:00:00Z`)
const nobody = { ...firstPlaces, withdrawal_countries: [] }

afterEach(() => takeUpPlaces({ number: 0, places: firstPlaces, taxes: null, earlier: [] }))

test('the right of withdrawal follows the published country, and an order keeps the one it was placed with', () => {
  expect(['DE', 'NO', 'GB', 'US', 'CH'].map((country) => hasWithdrawalRight(country))).toEqual([
    true, true, true, false, false,
  ]) // prettier-ignore
  const earlier = [{ until: at('2026-11-10'), places: firstPlaces }]
  takeUpPlaces({ number: 2, places: nobody, taxes: null, earlier })
  expect(hasWithdrawalRight('DE')).toBe(false)
  expect(hasWithdrawalRight('DE', at('2026-11-09'))).toBe(true)
  expect(hasWithdrawalRight('DE', at('2026-11-11'))).toBe(false)
})
