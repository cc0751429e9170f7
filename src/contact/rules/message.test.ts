import { expect, test } from 'vitest'
import { filledFields, messageFacts } from './message.ts'

test('the facts of a message are in the order of the form, without the message and without empty ones', () => {
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
