import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { regionsByZip } from './regions.ts'
import { placeOfZip, readZipCities } from './zip-cities.ts'

const text = readFileSync(new URL('../../../content/cities/US.txt', import.meta.url), 'utf8')
const cities = readZipCities(text)

test('a zip code gives its city and state', () => {
  expect(placeOfZip(cities, '97201')).toEqual({ city: 'Portland', region: 'OR' })
  expect(placeOfZip(cities, '90210')).toEqual({ city: 'Beverly Hills', region: 'CA' })
  expect(placeOfZip(cities, '00601')).toEqual({ city: 'Adjuntas', region: 'PR' })
  expect(placeOfZip(cities, ' 10001-2345 ')).toEqual({ city: 'New York', region: 'NY' })
})

test('an unknown or invalid code gives nothing', () => {
  for (const zip of ['00000', '9720', '972011', 'K1A 0B1', '', '٩٧٢٠١'])
    expect(placeOfZip(cities, zip)).toBe(null)
})

test('an entry covers its own ranges only', () => {
  const some = readZipCities('# a note\n902 CA 10-12 Beverly Hills;32,34 Culver City\n')
  const found = ['90209', '90210', '90212', '90213', '90232', '90233', '90234'].map(
    (zip) => placeOfZip(some, zip)?.city ?? null,
  )
  expect(found).toEqual([
    null, 'Beverly Hills', 'Beverly Hills', null, 'Culver City', null, 'Culver City',
  ]) // prettier-ignore
  expect(() => readZipCities('# a note\n902: Beverly Hills')).toThrow('line 2: not a line of postal codes')
})

test('other countries have their own code formats', () => {
  const some = readZipCities(
    '10 - 115-119 Berlin\n10 - 12,15-16 Amsterdam\nM5 ON V-X Toronto\n00 - 950 Warszawa\n',
  )
  const berlin = { city: 'Berlin', region: null }
  expect(placeOfZip(some, '10117')).toEqual(berlin)
  expect(placeOfZip(some, '1012 ab')?.city).toBe('Amsterdam')
  expect(placeOfZip(some, 'M5V 2T6')).toEqual({ city: 'Toronto', region: 'ON' })
  expect(placeOfZip(some, '00-950')?.city).toBe('Warszawa')
  expect(placeOfZip(some, '101')).toBe(null)
})

test('every state in the file is accepted in addresses with these codes', () => {
  const wrong = text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .flatMap((line) => {
      const [start = '', region = '', runs = ''] = line.split(' ')
      return (regionsByZip('US', `${start}${runs.slice(0, 2)}`) ?? []).includes(region)
        ? []
        : [line.slice(0, 20)]
    })
  expect(wrong).toEqual([])
})
