import { expect, test } from 'vitest'
import { Address, Email } from './address.ts'

const complete = {
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

test('optional fields may be empty, and surrounding space is removed', () => {
  expect(Address.parse(complete)).toMatchObject({ firstName: 'Mara', unit: '', phone: '', company: '' })
})

// spec §5
test.each([
  ['firstName', 'Kindly enter your first name'],
  ['lastName', 'Kindly enter your last name'],
  ['address', 'Kindly enter your address'],
  ['city', 'Kindly enter your city'],
  ['country', 'Kindly enter your country'],
])('without %s: %s', (field, message) => {
  expect(messagesFor({ ...complete, [field]: '  ' })).toEqual([message])
})

test('a line break inside an address line is removed', () => {
  const typed = {
    firstName: 'Mara\r\nBcc: a@b.cc',
    address: '1 Clay\tStreet\n',
    unit: '\u0085',
    company: 'A\u000bB',
  }
  expect(Address.parse({ ...complete, ...typed })).toMatchObject({
    firstName: 'Mara Bcc: a@b.cc',
    address: '1 Clay Street',
    unit: '',
    company: 'A B',
  })
  expect(messagesFor({ ...complete, city: '\n \u001b' })).toEqual(['Kindly enter your city'])
})

test.each(['\u200b', '\u00ad \u2060', '\u3164'])('a name of %j, which is invisible, is empty', (name) => {
  expect(messagesFor({ ...complete, firstName: name })).toEqual(['Kindly enter your first name'])
})

test.each(['mara@example.com', ' MARA@Example.com ', "o'neil+tag@sub.example.co.uk"])(
  '%j is a valid e-mail',
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
  // What a telephone copies along with an address, and nobody sees: another mailbox than the one that was meant.
  'mara@example.com\u200b',
  'ma\u00adra@example.com',
  'mara@exam\u2060ple.com',
  '\u202emara@example.com',
  'mara@example.com\u3164',
])('%j is not a valid e-mail', (text) => {
  expect(Email.safeParse(text).error?.issues[0]?.message).toBe('Kindly enter a valid email address.')
})
