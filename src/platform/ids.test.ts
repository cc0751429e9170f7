import { expect, test } from 'vitest'
import { createIds } from './ids.ts'

const at = (moment: string) => ({ now: () => Temporal.Instant.from(moment) })

test('uuids have their version and grow with time', () => {
  const early = createIds(at('2026-11-20T10:00:00Z')).uuid()
  const late = createIds(at('2026-11-20T10:00:00.001Z')).uuid()
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
})

test('uuids of one millisecond are in order of creation', () => {
  const ids = createIds(at('2026-11-20T10:00:00Z'))
  const made = Array.from({ length: 1_000 }, ids.uuid)
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(1_000)
})

test('the time of a uuid is that of the clock', () => {
  const id = createIds(at('2026-11-20T10:00:00.123Z')).uuid()
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  expect(Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()).toBe('2026-11-20T10:00:00.123Z')
})

test('a random uuid has version 4 and reveals no time', () => {
  const ids = createIds(at('2026-11-20T10:00:00Z'), (count) => new Uint8Array(count).fill(0xff))
  expect(ids.randomUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
})

test('tokens are 43 characters of base64url, and order numbers are L and nine readable characters', () => {
  const ids = createIds(at('2026-11-20T10:00:00Z'))
  expect(ids.token()).toMatch(/^[\w-]{43}$/)
  expect(ids.orderNumber()).toMatch(/^L[0-9A-HJKMNP-TV-Z]{9}$/)
  expect(new Set(Array.from({ length: 100 }, ids.orderNumber)).size).toBe(100)
})
