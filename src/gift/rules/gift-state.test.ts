import { expect, test } from 'vitest'
import { dueNotice, giftState, isAllowedForGiver } from './gift-state.ts'

test.each([
  ['placed', false, false, 'future'],
  ['placed', true, false, 'sent'],
  ['placed', true, true, 'claimed'],
  ['shipped', true, true, 'shipped'],
  ['canceled', false, false, 'canceled'],
  ['canceled', true, false, 'canceled'],
] as const)('an order that is %s, mailed %s, claimed %s: %s', (orderState, isSent, isClaimed, state) => {
  expect(giftState({ orderState, isRefunded: false, isSent, isClaimed })).toBe(state)
})

test.each([
  ['placed', false, 'canceled'],
  ['placed', true, 'canceled'],
  ['shipped', true, 'shipped'],
] as const)('a fully refunded gift whose order is %s, claimed %s: %s', (orderState, isClaimed, state) => {
  expect(giftState({ orderState, isRefunded: true, isSent: true, isClaimed })).toBe(state)
})

test.each([
  ['future', true, true, false],
  ['sent', true, false, true],
  ['claimed', false, false, false],
  ['shipped', false, false, false],
  ['canceled', false, false, false],
] as const)(
  'a gift in state %s: change e-mail %s, change day %s, send again %s',
  (state, email, day, again) => {
    expect([
      isAllowedForGiver('changeEmail', state),
      isAllowedForGiver('changeDay', state),
      isAllowedForGiver('resend', state),
    ]).toEqual([email, day, again])
  },
)

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

test('the claim link is followed by reminders after 7 and 21 days and a note to the giver after 30', () => {
  expect(simulate('2026-12-24', () => true)).toEqual([
    'claim 2026-12-24',
    'reminder 2026-12-31',
    'reminder 2027-01-14',
    'unclaimed 2027-01-23',
  ])
})

test('after an outage overdue gift mails are sent one by one, three days apart', () => {
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

test('after all gift mails nothing more is due', () => {
  expect(dueNotice(4, day('2026-12-24'), day('2027-03-01'))).toBeNull()
})
