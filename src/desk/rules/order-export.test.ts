import { expect, test } from 'vitest'
import { exportState, linkEnd, mayHaveFile } from './order-export.ts'

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const finishedAt = at('2026-11-23T10:00:00Z')

test.each([
  [null, null, '2026-11-23T10:00:00Z', 'running'],
  [finishedAt, null, '2026-11-23T10:00:00Z', 'ready'],
  [finishedAt, null, '2026-11-24T09:59:59Z', 'ready'],
  [finishedAt, null, '2026-11-24T10:00:00Z', 'expired'],
  [finishedAt, 'Who asked for it has left.', '2026-11-23T10:00:01Z', 'failed'],
] as const)('finished at %s with failure %s, at %s it is %4$s', (finished, failure, now, state) => {
  expect(exportState({ finishedAt: finished, failure }, at(now))).toBe(state)
})

test('an export without a file has no link', () => {
  expect(linkEnd({ finishedAt: null, failure: null })).toBeNull()
  expect(linkEnd({ finishedAt, failure: 'no' })).toBeNull()
})

test('a file with names is visible to roles that see names only', () => {
  expect([
    mayHaveFile('support', true),
    mayHaveFile('read-only', true),
    mayHaveFile('read-only', false),
  ]).toEqual([true, false, true])
})
