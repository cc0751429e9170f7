import { expect, test } from 'vitest'
import { addressKeyOf, mailboxOf, sharedBy } from './same-buyer.ts'

test('spellings of one mailbox are recognized as the same', () => {
  const spellings = ['Mara.Ito@example.com', 'maraito+loam@example.com', ' mara.ito+1@EXAMPLE.com ']
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['maraito@example.com']))
  expect(mailboxOf('ｍａｒａ.ito@example.com')).toBe('maraito@example.com')
  expect(mailboxOf('mara.ito@googlemail.com')).toBe(mailboxOf('maraito@gmail.com'))
  expect(mailboxOf('mara@example.org')).not.toBe(mailboxOf('mara@example.com'))
})

test('spellings of one address are recognized as the same', () => {
  const address = { address: '1 Alder Way', unit: 'Apt 2', zip: '97201', country: 'US' }
  expect(addressKeyOf({ ...address, address: '1  ALDER way.' })).toBe(addressKeyOf(address))
  for (const spelled of [
    { ...address, address: '1 Alder Way Apt 2', unit: '' },
    { ...address, unit: '#2' },
    { ...address, unit: 'Unit 2', zip: '97201-1234' },
  ])
    expect(addressKeyOf(spelled)).toBe(addressKeyOf(address))
  const elm = { ...address, address: '9 Elm Street' }
  expect(addressKeyOf({ ...elm, address: '9 elm St.' })).toBe(addressKeyOf(elm))
  expect(addressKeyOf({ ...address, unit: 'Apt 3' })).not.toBe(addressKeyOf(address))
})

test.each([
  ['a card', { cards: ['a'], addresses: [] }, 'same-card'],
  ['an address', { cards: ['b'], addresses: ['x'] }, 'same-address'],
  ['nothing', { cards: ['b'], addresses: ['y'] }, null],
])('two buyers share %s', (_what, other, expected) => {
  expect(sharedBy({ cards: ['a'], addresses: ['x'] }, other)).toBe(expected)
})
