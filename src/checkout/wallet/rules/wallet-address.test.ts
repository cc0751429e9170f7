import { expect, test } from 'vitest'
import { addressOfWallet, placeOfWallet, WalletContact, WalletPlace } from './wallet-address.ts'

const place = (given: object) => placeOfWallet(WalletPlace.parse(given))

test('the state follows from the zip code, however the wallet writes the state', () => {
  const oregon = { country: 'US', region: 'OR', zip: '97205' }
  expect(place({ country: 'us', state: 'Oregon', postal_code: '97205' })).toEqual(oregon)
  expect(place({ country: 'US', postal_code: '97205' })).toEqual(oregon)
  expect(place({ country: 'US', state: 'WA', postal_code: '97205' })).toEqual(oregon)
})

test('a partial postal code is left out, and the province is enough for the price', () => {
  expect(place({ country: 'CA', state: 'ON', postal_code: 'K1A' })).toEqual({
    country: 'CA',
    region: 'ON',
    zip: '',
  })
  expect(place({ country: 'GB', state: '', postal_code: 'SW1A' })).toEqual({
    country: 'GB',
    region: '',
    zip: '',
  })
})

test('a region that does not exist, or in a country without regions, is left out', () => {
  expect(place({ country: 'US', state: 'Oz', postal_code: '' })).toEqual({
    country: 'US',
    region: '',
    zip: '',
  })
  expect(place({ country: 'GB', state: 'Kent', postal_code: 'ME1 1AA' })).toEqual({
    country: 'GB',
    region: '',
    zip: 'ME1 1AA',
  })
})

test('a US territory is read as a region of the United States', () => {
  expect(place({ country: 'PR', state: '', postal_code: '00901' })).toEqual({
    country: 'US',
    region: 'PR',
    zip: '00901',
  })
})

test('a complete wallet address becomes an order address', () => {
  const contact = WalletContact.parse({
    name: ' Ana Maria  Souza ',
    phone: '+1 503 555 0100',
    address: {
      line1: '12 Alder Street',
      line2: null,
      city: 'Portland',
      state: 'Oregon',
      postal_code: '97205',
      country: 'US',
    },
  })
  expect(addressOfWallet(contact)).toEqual({
    firstName: 'Ana Maria',
    lastName: 'Souza',
    address: '12 Alder Street',
    unit: '',
    city: 'Portland',
    region: 'OR',
    zip: '97205',
    country: 'US',
    phone: '+1 503 555 0100',
  })
})
