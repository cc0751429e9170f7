import { expect, test } from 'vitest'
import { completeRates } from '#location/rules/places-changes.ts'
import type { PlacesVersion } from '#location/rules/places-changes.ts'
import { firstPlaces } from '#location/rules/published-places.ts'
import { shownChange, placeEffects, placeRefusals } from './place-effects.ts'

const before: PlacesVersion = {
  places: firstPlaces,
  taxes: completeRates(firstPlaces, { note: '', countries: {} }),
}

const withFee = (cents: number): PlacesVersion => {
  const after = structuredClone(before)
  const [method] = after.places.zones['abroad']?.methods ?? []
  if (method) method.fees['EUR'] = cents
  return after
}

const reach = {
  subscriptions: [
    { country: 'DE', currency: 'EUR', count: 12 },
    { country: 'CA', currency: 'CAD', count: 1 },
  ],
  carts: 3,
} as const

test('a higher fee applies to new orders, a lower one also to every next renewal, and other places keep their fee', () => {
  expect(placeEffects(before, withFee(1_200), { ...reach, carts: 0 })).toEqual([
    '12 subscriptions to Germany keep at most €9.00 for shipping; orders that are new pay €12.00 at once.',
  ])
  expect(placeEffects(before, withFee(500), reach)).toEqual([
    '12 subscriptions to Germany pay €5.00 instead of €9.00 for shipping, from their next renewal on.',
    '3 open carts show it at once. Who has seen another total is asked again before anything is charged.',
  ])
})

test('the effects name who gains and who keeps the right of withdrawal', () => {
  const after = structuredClone(before)
  after.places.withdrawal_countries = [
    'CH',
    ...after.places.withdrawal_countries.filter((code) => code !== 'DE'),
  ]
  expect(placeEffects(before, after, { subscriptions: [], carts: 0 })).toEqual([
    'Buyers in Switzerland may withdraw within 14 days of delivery, from orders of before too.',
    'Buyers in Germany may not withdraw from new orders. Orders until now keep the right.',
  ])
})

test('a fee is read as an amount, and other values as text', () => {
  const change = { field: 'places zones home methods expedited fees USD', before: '1200', after: null }
  expect(shownChange(change).text).toBe('zones home methods expedited fees USD: $12.00 → nothing')
  expect(shownChange({ field: 'places other_zone', before: 'abroad', after: 'home' }).text).toBe(
    'other_zone: abroad → home',
  )
})

test('a country that subscriptions ship to cannot be removed', () => {
  const after = structuredClone(before)
  delete after.places.countries['CA']
  expect(placeRefusals(after, reach)).toEqual(['1 subscription still ship to CA.'])
  expect(placeRefusals(before, reach)).toEqual([])
})
