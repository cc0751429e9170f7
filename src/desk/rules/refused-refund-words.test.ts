import { expect, test } from 'vitest'
import { parkedText } from './parked-words.ts'
import { refusedRefundText } from './refused-refund-words.ts'

test.each([
  ['expired_or_canceled_card', 'the card has expired or was canceled'],
  ['', 'the processor gave no reason'],
  ['moon_phase', 'the processor gave the reason “moon_phase”'],
  ['constructor', 'the processor gave the reason “constructor”'],
])('a refund is refused for %j: %s', (refusal, text) => {
  expect(refusedRefundText(refusal)).toBe(text)
})

test('the step that parked a subscription is named, also an unknown one', () => {
  expect(parkedText('renewal')).toContain('nothing was charged')
  expect(parkedText('toString')).toBe('the step “toString” failed')
})
