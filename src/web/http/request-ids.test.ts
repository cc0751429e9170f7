import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createRequestIds, proxyTrust } from './request-ids.ts'

const own = 'an-id-of-the-shop'

const from = (address: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: address })

const idOf = (
  setting: Parameters<typeof proxyTrust>[0],
  address: string,
  given: string | string[] | undefined,
) =>
  createRequestIds(
    { requestId: () => own },
    proxyTrust(setting),
  )({ headers: given === undefined ? {} : { 'x-request-id': given }, socket: from(address) })

const given = 'edge-7f3a.0001'

test('a trusted proxy sets the request id', () => {
  expect(idOf(1, '192.0.2.1', given)).toBe(given)
  expect(idOf('10.0.0.0/8, 192.0.2.1', '192.0.2.1', given)).toBe(given)
  expect(idOf('10.0.0.0/8', '10.200.0.1', given)).toBe(given)
  expect(idOf('10.0.0.0/8', '::ffff:10.200.0.1', given)).toBe(given)
})

test('an untrusted client cannot set the request id', () => {
  expect(idOf(false, '127.0.0.1', given)).toBe(own)
  expect(idOf(0, '127.0.0.1', given)).toBe(own)
  expect(idOf('10.0.0.0/8', '192.0.2.1', given)).toBe(own)
  expect(idOf('10.0.0.0/8', '', given)).toBe(own)
})

test.each([
  ['nothing', undefined],
  ['a list', ['aaaaaaaa', 'bbbbbbbb']],
  ['two in one header', 'aaaaaaaa, bbbbbbbb'],
  ['an e-mail', 'mara@loam.example'],
  ['a line of its own', 'aaaaaaaa\nlevel: 50'],
  ['a quote', 'aaaaaaaa","actor":"staff'],
  ['too short', 'a'],
  ['too long', 'a'.repeat(65)],
])('a malformed request id is replaced: %s', (_what, text) => {
  expect(idOf(1, '192.0.2.1', text)).toBe(own)
})
