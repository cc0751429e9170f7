import { expect, test } from 'vitest'
import { filledFields, messageFacts, threadRefusal, threadState } from './message.ts'

test('the fields of a message are listed in form order, without the text and without empty ones', () => {
  const fields = filledFields({
    message: 'Hello',
    link: '',
    country: 'CA',
    certified: 'yes',
    credential: 'RD',
  })
  const message = { topic: 'practitioner', name: 'Mara Ito', email: 'mara@example.com', fields } as const
  expect(messageFacts(message)).toEqual([
    { label: 'Certified health professional', value: 'yes' },
    { label: 'Credential', value: 'RD' },
    { label: 'Country', value: 'CA' },
  ])
})

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

test('a conversation is waiting, answered or closed', () => {
  expect(threadState(thread)).toBe('waiting')
  expect(threadState({ ...thread, waitingSince: null })).toBe('answered')
  expect(threadState({ ...thread, waitingSince: null, closedAt: at })).toBe('closed')
})

test('an action applies to the conversation as it was read, and a refusal names who acted first', () => {
  expect(threadRefusal(thread, 3, 'Sam')).toBeNull()
  expect(threadRefusal(thread, 2, null)).toContain('what you wrote is still here')
  expect(threadRefusal(thread, 2, 'Sam')).toContain('The last answer is from Sam.')
})
