import { afterEach, expect, test } from 'vitest'
import { firstPlaces, takeUpPlaces } from './published-places.ts'
import { hasWithdrawalRight } from './withdrawal-right.ts'

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
