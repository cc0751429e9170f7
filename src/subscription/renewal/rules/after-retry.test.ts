import { expect, test } from 'vitest'
import { retryOutcome } from './after-retry.ts'

test('a step of a subscription that has ended or is stopped is not taken up, but a paid order is finished', () => {
  expect(retryOutcome('renewal', 'active', false)).toBe('due')
  expect(retryOutcome('notices', 'paused', false)).toBe('due')
  expect(retryOutcome('renewal', 'canceled', false)).toBe('ended')
  expect(retryOutcome('notices', 'failed', true)).toBe('ended')
  expect(retryOutcome('renewal', 'active', true)).toBe('stopped')
  expect(retryOutcome('order', 'canceled', true)).toBe('due')
})
