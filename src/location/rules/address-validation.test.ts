import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { addressMessages, placeMessages, validatedAddress, taxRegion } from './address-validation.ts'
import { regionsByZip } from './regions.ts'

const zip = 'Kindly enter your zip code'

test.each([
  ['US', 'OR', '97201', {}],
  ['US', 'oregon', '97201-1234', {}],
  ['US', '', '97201', { region: 'Kindly enter your region' }],
  ['US', 'OR', '', { zip }],
  ['US', 'OR', '9720', { zip }],
  ['US', 'ZZ', '94601', { region: 'Kindly enter your region' }],
  ['US', 'toString', '97201', { region: 'Kindly enter your region' }],
  ['US', 'OR', '94601', { zip: 'This zip code is in California, not in Oregon.' }],
  ['US', 'OR', '00000', { zip }],
  // Fishers Island is New York behind a Connecticut prefix; Alta is Wyoming behind an Idaho one.
  ['US', 'NY', '06390', {}],
  ['US', 'CT', '06390', { zip: 'This zip code is in New York, not in Connecticut.' }],
  ['US', 'WY', '83414', {}],
  // Territories and the forces abroad have mail of the United States.
  ['US', 'PR', '00901', {}],
  ['US', 'VI', '00801', {}],
  ['US', 'GU', '96910', {}],
  ['US', 'AS', '96799', {}],
  ['US', 'MP', '96950', {}],
  ['US', 'HI', '96799', { zip: 'This zip code is in American Samoa, not in Hawaii.' }],
  ['US', 'AA', '34002', {}],
  ['US', 'AE', '09012', {}],
  ['US', 'AP', '96201', {}],
  ['US', 'CA', '96201', { zip: 'This zip code is in Armed Forces Pacific, not in California.' }],
  // Palau, Micronesia and the Marshall Islands are separate countries.
  ['US', 'GU', '96940', { zip }],
  ['CA', 'ON', 'K1A 0B1', {}],
  ['CA', 'QC', 'K1A 0B1', {}],
  ['CA', 'BC', 'K2A 0B1', { zip: 'This zip code is in Ontario, not in British Columbia.' }],
  ['CA', 'NU', 'x0a0h0', {}],
  ['CA', 'ON', '97201', { zip }],
  ['AU', 'NSW', '2000', {}],
  ['AU', 'NSW', '2611', {}],
  ['AU', 'VIC', '2000', { zip: 'This zip code is in New South Wales, not in Victoria.' }],
  ['GB', '', 'SW1A 1AA', {}],
  ['DE', 'Baden', '79098', {}],
  ['DE', '', '9', { zip }],
  ['HK', '', '', {}],
  ['JP', '', '', { zip }],
  ['XX', '', '', { country: 'Kindly enter your country' }],
  ['BR', 'SP', '01000', { country: 'Kindly enter your country' }],
])('%s %j %j: %j', (country, region, code, messages) => {
  expect(addressMessages({ country, region, zip: code })).toEqual(messages)
})

test('of an incomplete place only the entered parts are checked', () => {
  expect(placeMessages({ country: '', region: 'ZZ', zip: '1' })).toEqual({})
  expect(placeMessages({ country: 'US', region: '', zip: '' })).toEqual({})
  expect(placeMessages({ country: 'US', region: 'OR', zip: '94601' })).toHaveProperty('zip')
})

test('an address is stored with its region code, and one that does not exist is refused at its fields', () => {
  expect(validatedAddress({ country: 'US', region: ' Oregon ', zip: '97201' })).toMatchObject({
    region: 'OR',
  })
  expect(() => validatedAddress({ country: 'US', region: 'ZZ', zip: '97201' })).toThrow(
    expect.objectContaining({
      code: 'BILLING_VALIDATION_ERROR',
      fields: { 'address.region': 'Kindly enter your region' },
    }),
  )
})

// With any region.
test.each([
  ['US', 'ZZ', '94601', 'CA'],
  ['US', 'OR', '94601', 'CA'],
  ['US', 'oregon', '', 'OR'],
  ['CA', '', 'M5V 2T6', 'ON'],
  ['DE', 'Baden', '79098', 'Baden'],
])('%s %j %j is taxed in %s', (country, region, code, expected) => {
  expect(taxRegion({ country, region, zip: code })).toBe(expected)
})

test('postal codes without regions suggest nothing, and every country accepts a complete address', () => {
  expect(
    countries()
      .filter(({ code }) => regionsByZip(code, '12345') !== null)
      .map(({ code }) => code),
  ).toEqual(['US'])
})
