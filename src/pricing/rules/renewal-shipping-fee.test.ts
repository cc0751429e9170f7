import { afterEach, expect, test } from 'vitest'
import { firstPlaces, takeUpPlaces } from '#location/rules/published-places.ts'
import { renewalShippingFee, shippingFee } from './shipping-fee.ts'

afterEach(() => takeUpPlaces({ number: 0, places: firstPlaces, taxes: null, earlier: [] }))

const withFee = (cents: number) => {
  const places = structuredClone(firstPlaces)
  const [method] = places.zones['abroad']?.methods ?? []
  if (method) method.fees['EUR'] = cents
  return places
}

const at = (day: string) => Temporal.Instant.from(`${day}T12:00:00Z`)

const question = { country: 'DE', methodCode: 'passport_duty_paid_all', paid: [], currency: 'EUR' } as const

// 9.00 until January 10, 7.00 until January 20, then 12.00.
test.each([
  ['2027-01-01', 700],
  ['2027-01-15', 700],
  ['2027-01-25', 1_200],
])('a subscription from %s pays the lowest shipping fee since then: %i', (day, fee) => {
  takeUpPlaces({
    number: 3,
    places: withFee(1_200),
    taxes: null,
    earlier: [
      { until: at('2027-01-20'), places: withFee(700) },
      { until: at('2027-01-10'), places: withFee(900) },
    ],
  })
  expect(renewalShippingFee(question, at(day))).toBe(fee)
  expect(shippingFee('DE', question.methodCode, [], 'EUR')).toBe(1_200)
})

test('a currency that was not sold at that time has today’s fee', () => {
  const places = withFee(900)
  for (const { methods } of Object.values(places.zones)) for (const { fees } of methods) delete fees['EUR']
  takeUpPlaces({
    number: 2,
    places: withFee(900),
    taxes: null,
    earlier: [{ until: at('2027-01-10'), places }],
  })
  expect(renewalShippingFee(question, at('2027-01-01'))).toBe(900)
})
