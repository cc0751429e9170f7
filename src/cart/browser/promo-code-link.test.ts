import { expect, test } from 'vitest'
import type { BrowserStorage } from './cart-mirror.ts'
import { storePromoCode, readStoredPromoCode } from './stored-promo-code.ts'
import { followPromoCodeLink, linkedPromoCode } from './promo-code-link.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000

const memoryStorage = (stored?: string) => {
  const entries = new Map(stored === undefined ? [] : [['loam_promoCode', stored]])
  const storage: BrowserStorage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
  }
  return { entries, storage }
}

const failingCall = () => Promise.reject(new Error('no network'))

test('a code is stored for 720 hours, then removed on reading', () => {
  const { entries, storage } = memoryStorage()
  storePromoCode(storage, ' SPRING ', now)
  expect(readStoredPromoCode(storage, now + 720 * hour - 1)).toBe('SPRING')
  expect(readStoredPromoCode(storage, now + 720 * hour)).toBeNull()
  expect(entries.size).toBe(0)
})

test('a legacy plain value is valid for 48 more hours', () => {
  const { storage } = memoryStorage('SPRING')
  expect(readStoredPromoCode(storage, now)).toBe('SPRING')
  expect(readStoredPromoCode(storage, now + 48 * hour - 1)).toBe('SPRING')
  expect(readStoredPromoCode(storage, now + 48 * hour)).toBeNull()
})

test.each([
  ['?promo_code=SPRING', 'SPRING'],
  ['?a=1&promo_code=%20SPRING%20', 'SPRING'],
  ['?promo_code=', null],
  ['', null],
])('the link %j contains the code %j', (search, code) => {
  expect(linkedPromoCode(search)).toBe(code)
})

test('the server gets the stored and the linked code, and its answer is stored', async () => {
  const { storage } = memoryStorage()
  storePromoCode(storage, 'FRIEND', now)
  const requested: string[] = []
  const setPromoCode = async (code: string) => {
    requested.push(code)
    return { promo_code: 'FRIEND' }
  }
  expect(await followPromoCodeLink({ storage, search: '?promo_code=DS-01-25-OFF', now, setPromoCode })).toBe(
    'FRIEND',
  )
  expect(requested).toEqual(['FRIEND', 'DS-01-25-OFF'])
  expect(readStoredPromoCode(storage, now)).toBe('FRIEND')
})

test('when the server cannot be reached the quiz code is applied', async () => {
  const { storage } = memoryStorage()
  storePromoCode(storage, 'FRIEND', now)
  await followPromoCodeLink({ storage, search: '?promo_code=DS-01-25-OFF', now, setPromoCode: failingCall })
  expect(readStoredPromoCode(storage, now)).toBe('DS-01-25-OFF')
})

test('a page without a code in its address keeps the stored code', async () => {
  const { storage } = memoryStorage()
  storePromoCode(storage, 'FRIEND', now)
  expect(await followPromoCodeLink({ storage, search: '', now, setPromoCode: failingCall })).toBe('FRIEND')
})
