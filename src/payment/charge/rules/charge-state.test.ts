import { expect, test } from 'vitest'
import { requestWindowSeconds, challengeMinutes, shouldEndCharge } from './charge-state.ts'

const created = Temporal.Instant.from('2026-11-20T10:00:00Z')
const after = (minutes: number) => created.add({ minutes })

test.each([
  ['intended', 3, true],
  ['unknown', 0, true],
  ['challenge', 0, false],
  ['challenge', challengeMinutes - 1, false],
  ['challenge', challengeMinutes, true],
] as const)('a charge that is %s after %i minutes is ended: %s', (state, minutes, isEnded) => {
  expect(shouldEndCharge(state, created, after(minutes))).toBe(isEnded)
})

test('no charge is settled while an adapter may still wait for its three answers of 20 seconds', () => {
  expect(requestWindowSeconds).toBeGreaterThan(3 * 10)
})
