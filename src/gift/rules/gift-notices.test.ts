import { expect, test } from 'vitest'
import { dueNotice } from './gift-notices.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

/** The mails of an unclaimed gift, each with its day, when the worker checks from `days` on only. */
const simulate = (first: string, isOpen: (on: Temporal.PlainDate) => boolean): string[] => {
  const sent: string[] = []
  let next: Temporal.PlainDate | null = day(first)
  let firstOn: Temporal.PlainDate | null = null
  for (
    let on = day(first);
    sent.length < 9 && on.until(day(first).add({ days: 90 })).sign > 0;
    on = on.add({ days: 1 })
  ) {
    if (next === null || Temporal.PlainDate.compare(next, on) > 0 || !isOpen(on)) continue
    firstOn ??= on
    const due = dueNotice(sent.length, firstOn, on)
    if (due === null) break
    sent.push(`${due.mail} ${on.toString()}`)
    next = due.nextOn
  }
  return sent
}

test('the link, a reminder after 7 and 21 days, and a note to the giver after 30', () => {
  expect(simulate('2026-12-24', () => true)).toEqual([
    'claim 2026-12-24',
    'reminder 2026-12-31',
    'reminder 2027-01-14',
    'unclaimed 2027-01-23',
  ])
})

test('after an outage they come one by one, three days apart', () => {
  expect(simulate('2026-12-24', (on) => on.month !== 12 || on.day === 24)).toEqual([
    'claim 2026-12-24',
    'reminder 2027-01-01',
    'reminder 2027-01-14',
    'unclaimed 2027-01-23',
  ])
  expect(
    simulate('2026-12-24', (on) => on.toString() === '2026-12-24' || (on.year === 2027 && on.month > 1)),
  ).toEqual(['claim 2026-12-24', 'reminder 2027-02-01', 'reminder 2027-02-04', 'unclaimed 2027-02-07'])
})

test('all went out', () => {
  expect(dueNotice(4, day('2026-12-24'), day('2027-03-01'))).toBeNull()
})
