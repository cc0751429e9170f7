import { expect, test } from 'vitest'
import { threadRefusal, threadState } from './thread.ts'

const at = Temporal.Instant.from('2031-01-06T10:00Z')
const thread = {
  id: 't',
  email: 'mara@example.com',
  lastAt: at,
  waitingSince: at,
  closedAt: null,
  assignedTo: null,
  version: 3,
}

test('a conversation waits, is answered or closed', () => {
  expect(threadState(thread)).toBe('waiting')
  expect(threadState({ ...thread, waitingSince: null })).toBe('answered')
  expect(threadState({ ...thread, waitingSince: null, closedAt: at })).toBe('closed')
})

test('an action is for the conversation that was read, and the refusal names who was first', () => {
  expect(threadRefusal(thread, 3, 'Sam')).toBeNull()
  expect(threadRefusal(thread, 2, null)).toContain('what you wrote is still here')
  expect(threadRefusal(thread, 2, 'Sam')).toContain('The last answer is from Sam.')
})
