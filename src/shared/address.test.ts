import { expect, test } from 'vitest'
import { Address, countryMessages, Email } from './address.ts'

const whole = {
  firstName: ' Mara ',
  lastName: 'Lind',
  address: '1 Clay Street',
  city: 'Portland',
  region: 'OR',
  zip: '97201',
  country: 'US',
}

const messagesFor = (address: Record<string, unknown>): string[] =>
  Address.safeParse(address).error?.issues.map((issue) => issue.message) ?? []

test('what may be left out is empty, and space around is taken off', () => {
  expect(Address.parse(whole)).toMatchObject({ firstName: 'Mara', unit: '', phone: '', company: '' })
})

// spec §5
test.each([
  ['firstName', 'Kindly enter your first name'],
  ['lastName', 'Kindly enter your last name'],
  ['address', 'Kindly enter your address'],
  ['city', 'Kindly enter your city'],
  ['country', 'Kindly enter your country'],
])('without %s: %s', (field, message) => {
  expect(messagesFor({ ...whole, [field]: '  ' })).toEqual([message])
})

test.each([
  ['US', 'OR', '97201', {}],
  ['US', 'OR', '97201-1234', {}],
  ['US', '', '97201', { region: 'Kindly enter your region' }],
  ['US', 'OR', '', { zip: 'Kindly enter your zip code' }],
  ['US', 'OR', '9720', { zip: 'Kindly enter your zip code' }],
  ['CA', 'ON', 'K1A 0B1', {}],
  ['CA', 'ON', '97201', { zip: 'Kindly enter your zip code' }],
  ['GB', '', 'SW1A 1AA', {}],
  ['HK', '', '', {}],
  ['JP', '', '', { zip: 'Kindly enter your zip code' }],
])('%s %j %j: %j', (country, region, zip, messages) => {
  expect(countryMessages({ country, region, zip })).toEqual(messages)
})

test.each(['mara@example.com', ' MARA@Example.com ', "o'neil+tag@sub.example.co.uk"])(
  '%j is an e-mail',
  (text) => {
    expect(Email.parse(text)).toBe(text.trim().toLowerCase())
  },
)

test.each([
  '',
  'mara',
  'mara@',
  '@example.com',
  'mara@example',
  'ma ra@example.com',
  'a@b@c.com',
  'mara@example.c',
])('%j is not', (text) => {
  expect(Email.safeParse(text).error?.issues[0]?.message).toBe('Kindly enter a valid email address.')
})
