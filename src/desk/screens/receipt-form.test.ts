import { expect, test } from 'vitest'
import { readReceiptForm } from './receipt-form.ts'

const form = (fields: Readonly<Record<string, string>>): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('the form has units and notes for each line, and other contents of the package', () => {
  const entered = readReceiptForm(
    form({
      'restocked-0': '1',
      'written-off-0': '2',
      'note-0': ' lid is open ',
      'restocked-3': 'many',
      'written-off-3': '-1',
      other_contents: 'A jar of another brand',
      message: 'One is missing.',
      despite_missing: 'on',
    }),
  )
  expect(entered).toEqual({
    counted: {
      lines: [
        { position: 0, restocked: 1, written_off: 2, note: 'lid is open' },
        { position: 3, restocked: 0, written_off: 0, note: '' },
      ],
      other_contents: 'A jar of another brand',
      message: 'One is missing.',
      despite_missing: true,
    },
    amount: null,
    requestId: '',
    requestedFor: null,
  })
})
