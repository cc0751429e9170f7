import { expect, test } from 'vitest'
import { chooseRate, noRateText, serviceName } from './easypost-shipment.ts'
import { ShippingPolicy } from './shipping-policy.ts'

const file = {
  from: {
    name: 'W',
    company: '',
    street1: '1 Way',
    street2: '',
    city: 'Portland',
    state: 'OR',
    zip: '97201',
    country: 'US',
    phone: '5035550100',
  },
  box_inches: { length: 10, width: 8, height: 4 },
  services: [
    { method: 'free_shipping', carrier: 'USPS', service: 'GroundAdvantage' },
    { method: 'free_shipping', carrier: 'UPS', service: 'Ground' },
    { method: 'expedited', carrier: 'USPS', service: 'Express' },
  ],
  customs: { hs_tariff_number: '210690', origin_country: 'US', signer: 'W' },
}
const policy = ShippingPolicy.parse(file)

const rate = (carrier: string, service: string, amount: string) => ({
  id: `${carrier} ${service}`,
  carrier,
  service,
  rate: amount,
})

const offered = [
  rate('USPS', 'Express', '33.10'),
  rate('USPS', 'Priority', '2.00'),
  rate('UPS', 'Ground', '10.00'),
  rate('USPS', 'GroundAdvantage', '9.93'),
]

test('the cheapest service of the method is bought, whatever else is offered', () => {
  // As text 10.00 comes before 9.93.
  expect(chooseRate(policy, 'free_shipping', offered)?.id).toBe('USPS GroundAdvantage')
  expect(chooseRate(policy, 'free_shipping', offered.slice(0, 3))?.id).toBe('UPS Ground')
  expect(chooseRate(policy, 'expedited', offered)?.id).toBe('USPS Express')
  expect(chooseRate(policy, 'expedited', offered.slice(1))).toBeNull()
  expect(chooseRate(policy, 'toString', offered)).toBeNull()
})

test('when a service is not offered the error lists the offered ones', () => {
  const messages = ['UPS: out of order']
  expect(noRateText(policy, 'free_shipping', { rates: offered.slice(0, 1), messages })).toBe(
    'EasyPost does not offer USPS GroundAdvantage or UPS Ground. It offers USPS Express. UPS: out of order',
  )
})

test.each([
  ['GroundAdvantage', 'USPS Ground Advantage'],
  ['Priority', 'USPS Priority'],
  ['FirstClassPackageInternationalService', 'USPS First Class Package International Service'],
])('EasyPost’s %s is shown to members as %s', (service, name) => {
  expect(serviceName({ carrier: 'USPS', service })).toBe(name)
})

test.each([
  { services: [] },
  { customs: { ...file.customs, hs_tariff_number: '21' } },
  { from: { ...file.from, country: 'usa' } },
  { box_inches: { ...file.box_inches, height: 0 } },
  { surprise: true },
])('a file with %j is refused', (wrong) => {
  expect(ShippingPolicy.safeParse({ ...file, ...wrong }).success).toBe(false)
})
