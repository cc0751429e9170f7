import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.9', ['203.0.113.9:1024', '203.0.113.9:65535', '::ffff:203.0.113.9', '::FFFF:203.0.113.9']],
  [
    '2001:db8:1:2::/64',
    [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:a:b:c:d',
      '2001:0db8:0001:0002::',
      '[2001:db8:1:2::5]:443',
      '[2001:db8:1:2::6]',
    ],
  ],
  ['2001:db8:0:0::/64', ['2001:db8::1', '2001:0db8:0000:0000::1', '2001:db8:0:0:1::']],
  ['0:0:0:0::/64', ['::1', '0:0:0:0:0:0:0:1']],
])('rate limits count %s for each of %j', (network, spellings) => {
  expect(spellings.map(networkOf)).toEqual(spellings.map(() => network))
})

test('neighboring networks are counted separately', () => {
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('203.0.113.9')).not.toBe(networkOf('203.0.113.10'))
})

test('disconnected clients all have the empty network', () => {
  expect(networkOf(undefined)).toBe('')
})
