import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const made = Temporal.Instant.from('2026-11-25T02:03:04.567Z')
const entry = {
  id: 'arrives-1@loam',
  from: '2026-12-30',
  until: '2027-01-02',
  title: 'Loam order arrives',
  details: 'Order L1',
  url: 'https://shop.example/account',
}

test('an all-day event ends on the day after its last day, also across a year', () => {
  const lines = calendarFile('Loam', made, [entry]).split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20261230')
  expect(lines).toContain('DTEND;VALUE=DATE:20270103')
  expect(lines).toContain('DTSTAMP:20261125T020305Z')
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
})

test('a text cannot end its line and start another property', () => {
  const file = calendarFile('Loam', made, [
    { ...entry, details: 'a; b, c\\d\r\nATTACH:https://evil.example' },
  ])
  expect(file).toContain(String.raw`DESCRIPTION:a\; b\, c\\d\nATTACH:https://evil.example`)
  expect(file.split('\r\n').some((line) => line.startsWith('ATTACH'))).toBe(false)
})

test('no line has more than 75 octets, and no character is cut', () => {
  const details = 'é'.repeat(100)
  const file = calendarFile('Loam', made, [{ ...entry, details }])
  const octets = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${details}`)
})
