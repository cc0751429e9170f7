import { expect, test } from 'vitest'
import { bankRecordText } from './bank-record.ts'

test.each([
  [{ disputes: 1, open: 1, lost: 0, warnings: 0 }, 'Banks disputed 1 payment of this member (1 open).'],
  [
    { disputes: 3, open: 1, lost: 1, warnings: 2 },
    'Banks disputed 3 payments of this member (1 open, 1 lost) and sent 2 warnings of fraud.',
  ],
  [{ disputes: 1, open: 0, lost: 0, warnings: 0 }, 'Banks disputed 1 payment of this member.'],
  [{ disputes: 0, open: 0, lost: 0, warnings: 1 }, 'Banks sent 1 warning of fraud.'],
])('%j: %s', (record, text) => {
  expect(bankRecordText(record)).toBe(text)
})
