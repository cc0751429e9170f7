import { expect, test } from 'vitest'
import type { Keep } from './cart-mirror.ts'
import { keepPromoCode, keptPromoCode } from './kept-promo-code.ts'
import { followPromoCodeLink, linkedPromoCode } from './promo-code-link.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000

const shelf = (stored?: string) => {
  const kept = new Map(stored === undefined ? [] : [['loam_promoCode', stored]])
  const keep: Keep = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
  return { kept, keep }
}

const unreachable = () => Promise.reject(new Error('no network'))

test('a code is kept for 720 hours, then removed on reading', () => {
  const { kept, keep } = shelf()
  keepPromoCode(keep, ' SPRING ', now)
  expect(keptPromoCode(keep, now + 720 * hour - 1)).toBe('SPRING')
  expect(keptPromoCode(keep, now + 720 * hour)).toBeNull()
  expect(kept.size).toBe(0)
})

test('a plain value of old counts for 48 hours more', () => {
  const { keep } = shelf('SPRING')
  expect(keptPromoCode(keep, now)).toBe('SPRING')
  expect(keptPromoCode(keep, now + 48 * hour - 1)).toBe('SPRING')
  expect(keptPromoCode(keep, now + 48 * hour)).toBeNull()
})

test.each([
  ['?promo_code=SPRING', 'SPRING'],
  ['?a=1&promo_code=%20SPRING%20', 'SPRING'],
  ['?promo_code=', null],
  ['', null],
])('the link %j brings %j', (search, code) => {
  expect(linkedPromoCode(search)).toBe(code)
})

test('the server hears of the earlier code and of the linked one, and its answer is kept', async () => {
  const { keep } = shelf()
  keepPromoCode(keep, 'FRIEND', now)
  const asked: string[] = []
  const setPromoCode = async (code: string) => {
    asked.push(code)
    return { promo_code: 'FRIEND' }
  }
  expect(await followPromoCodeLink({ keep, search: '?promo_code=DS-01-25-OFF', now, setPromoCode })).toBe(
    'FRIEND',
  )
  expect(asked).toEqual(['FRIEND', 'DS-01-25-OFF'])
  expect(keptPromoCode(keep, now)).toBe('FRIEND')
})

test('when the server cannot be asked the quiz code is applied', async () => {
  const { keep } = shelf()
  keepPromoCode(keep, 'FRIEND', now)
  await followPromoCodeLink({ keep, search: '?promo_code=DS-01-25-OFF', now, setPromoCode: unreachable })
  expect(keptPromoCode(keep, now)).toBe('DS-01-25-OFF')
})

test('a page without a code in its address leaves the kept one alone', async () => {
  const { keep } = shelf()
  keepPromoCode(keep, 'FRIEND', now)
  expect(await followPromoCodeLink({ keep, search: '', now, setPromoCode: unreachable })).toBe('FRIEND')
})
