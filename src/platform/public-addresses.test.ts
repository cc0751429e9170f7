import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-addresses.ts'

test.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255',
  '192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254',
  'ff02::1', '::ffff:127.0.0.1', '::ffff:93.184.216.34', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::',
  '2001:db8::1', 'localhost', '', '127.1', '0x7f000001', '168.63.129.16',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
}) // prettier-ignore

test('the machine’s own addresses are recognized in every form', () => {
  expect(['127.0.0.1', '127.0.0.53', '::1'].every(isLoopbackAddress)).toBe(true)
  expect(['10.0.0.1', '169.254.169.254', 'localhost', '::2'].some(isLoopbackAddress)).toBe(false)
})
