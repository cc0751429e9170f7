import { expect, test } from 'vitest'
import { createHostCheck } from './request-guard.ts'

const isOwnHost = createHostCheck({ publicUrl: 'https://loam.example', host: '0.0.0.0' })

const asked = (host: string, more: readonly string[] = [], url = '/') =>
  isOwnHost({ headers: { host }, rawHeaders: ['Host', host, ...more], url })

test('what one request was allowed does not let another one in', () => {
  expect(asked('loam.example')).toBe(true)
  expect(asked('rebound.example')).toBe(false)
  expect(asked('loam.example')).toBe(true)
  expect(asked('loam.example', ['HOST', 'rebound.example'])).toBe(false)
  expect(asked('loam.example', [], 'https://rebound.example/')).toBe(false)
  expect(asked('')).toBe(false)
})

test('a name of this machine is the shop’s, with any port', () => {
  expect(['localhost:3000', '127.0.0.1:3000', 'LOAM.example', '[::1]:80'].map((host) => asked(host))).toEqual(
    [true, true, true, true],
  )
})

test('without a Host header nothing was meant for the shop', () => {
  expect(isOwnHost({ headers: {}, rawHeaders: [], url: '/' })).toBe(false)
})
