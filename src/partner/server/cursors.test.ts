import { expect, test } from 'vitest'
import { cursor } from '../rules/partner-order.ts'
import { codeCursor, idCursor, readCodeCursor, readIdCursor, readTimeCursor, timeCursor } from './cursors.ts'

const id = '0199f3a1-0000-7000-8000-00000000000a'

test('cursors are read back as issued', () => {
  const place = { at: '2031-01-06T15:00:00.123Z', id }
  expect(readTimeCursor(timeCursor(place))).toEqual(place)
  expect(readIdCursor(idCursor(id))).toBe(id)
  expect(readCodeCursor(codeCursor('syn-rf-3mo'))).toBe('syn-rf-3mo')
  for (const text of [timeCursor(place), idCursor(id), codeCursor('syn-rf-3mo')])
    expect(cursor.safeParse(text).success).toBe(true)
})

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

test.each(['', 'x', '%', encoded(''), encoded('~'), encoded("' or 1=1"), encoded(`2031-13-45T99:00Z~${id}`)])(
  'the invented cursor %s is refused',
  (text) => {
    expect(readTimeCursor(text)).toBeNull()
    expect(readIdCursor(text)).toBeNull()
  },
)

test('an invented plan code is refused as a cursor', () => {
  expect(readCodeCursor(encoded('a b'))).toBeNull()
})
