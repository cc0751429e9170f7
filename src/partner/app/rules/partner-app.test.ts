import { expect, test } from 'vitest'
import { grantedScopes, isSecretLive, isTokenLive, tokenIn, tokenText } from './partner-app.ts'
import type { PartnerApp } from './partner-app.ts'

const now = Temporal.Instant.from('2026-11-27T08:00:00Z')

const app: PartnerApp = {
  id: 'a',
  name: 'Northbox',
  scopes: ['orders:read', 'orders:ship'],
  createdAt: now,
  removedAt: null,
  lastUsedAt: null,
  secretNumber: 3,
  oldSecretUntil: now.add({ hours: 1 }),
}

test('the newest secret is valid, the previous one until its end, and no older or future one', () => {
  const live = (at = now) => [1, 2, 3, 4].filter((number) => isSecretLive(app, number, at))
  expect(live()).toEqual([2, 3])
  expect(live(now.add({ minutes: 59 }))).toEqual([2, 3])
  expect(live(now.add({ hours: 1 }))).toEqual([3])
  expect([1, 2, 3].filter((number) => isSecretLive({ ...app, removedAt: now }, number, now))).toEqual([])
  expect(isSecretLive({ ...app, oldSecretUntil: null }, 2, now)).toBe(false)
})

test('a token is valid until its end, and no longer than its secret', () => {
  const token = { app, secretNumber: 3, scopes: app.scopes, expiresAt: now.add({ hours: 1 }) }
  expect(isTokenLive(token, now.add({ minutes: 59 }))).toBe(true)
  expect(isTokenLive(token, now.add({ hours: 1 }))).toBe(false)
  const old = { ...token, secretNumber: 2, expiresAt: now.add({ hours: 2 }) }
  expect(isTokenLive(old, now.add({ minutes: 59 }))).toBe(true)
  expect(isTokenLive(old, now.add({ hours: 1 }))).toBe(false)
  expect(isTokenLive({ ...token, app: { ...app, removedAt: now } }, now)).toBe(false)
})

test('a token has all scopes of the app, or some of them', () => {
  expect(grantedScopes(app, undefined)).toEqual(['orders:read', 'orders:ship'])
  expect(grantedScopes(app, 'orders:ship orders:ship')).toEqual(['orders:ship'])
  for (const wanted of [
    'products:read',
    'orders:read products:read',
    'orders',
    'toString',
    ' ',
    'ORDERS:READ',
  ])
    expect(grantedScopes(app, wanted)).toBeNull()
})

test('an API key is not a token', () => {
  const random = 'A'.repeat(43)
  expect(tokenIn(`bearer ${tokenText('loam', random)}`)).toBe(`loam_token_${random}`)
  for (const header of [
    undefined,
    `Bearer loam_live_${random}`,
    `Basic loam_token_${random}`,
    'Bearer loam_token_',
  ])
    expect(tokenIn(header)).toBeNull()
})
