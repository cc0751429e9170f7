import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { day, newTerms } from '../../../../test/support/terms-cases.ts'
import { Jurisdictions } from './jurisdiction.ts'
import { isCouponEndNotified, isOutdated, dueNotices } from './notice.ts'
import type { NoticeFacts } from './notice.ts'

const file: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../content/jurisdictions.json'), 'utf8'),
)
const places = Jurisdictions.parse(file)

/** A monthly refill from January 31, 2031 in Oregon, checked on February 10. */
const facts = (changes: Partial<NoticeFacts> = {}): NoticeFacts => ({
  terms: newTerms(),
  today: day('2031-02-10'),
  place: { country: 'US', region: 'OR' },
  startedOn: day('2031-01-31'),
  card: { id: 'card', expMonth: 12, expYear: 2040 },
  line: { lastCents: 4999, lastDiscountCents: 0, nextCents: 4999 },
  ending: null,
  increases: [],
  notified: [],
  isCharging: false,
  madeBefore: new Set(),
  nextTotalCents: 4999,
  announced: null,
  ...changes,
})

const noticesFor = (changes: Partial<NoticeFacts>) =>
  dueNotices(places, facts(changes)).notices.map(({ kind, eventOn }) => `${kind} ${eventOn.toString()}`)

test('shop-reminder: every order has a notice three days before, once, and late rather than never', () => {
  const { notices, nextCheckOn } = dueNotices(places, facts())
  expect(notices).toEqual([])
  expect(nextCheckOn?.toString()).toBe('2031-02-25')
  expect(noticesFor({ today: day('2031-02-25') })).toEqual(['reminder 2031-02-28'])
  expect(noticesFor({ today: day('2031-02-27') })).toEqual(['reminder 2031-02-28'])
  expect(noticesFor({ today: day('2031-02-28') })).toEqual([])
  const madeBefore = new Set(['reminder 2031-02-28'])
  expect(noticesFor({ today: day('2031-02-25'), madeBefore })).toEqual([])
  // After the reminder it is checked again when its card expires or its year ends: thirty days before January 31
  // 2032.
  expect(dueNotices(places, facts({ madeBefore })).nextCheckOn?.toString()).toBe('2032-01-01')
})

test('shop-reminder: an order whose day or total is another one than the last mail said is reminded of again, once a day', () => {
  const madeBefore = new Set(['reminder 2031-02-28', 'reminder 2031-03-01'])
  const announced = {
    noticeId: 'one',
    madeOn: day('2031-02-25'),
    eventOn: day('2031-02-28'),
    totalCents: 4999,
  }
  const noticesOn = (today: string, changes: Partial<NoticeFacts> = {}) =>
    noticesFor({ today: day(today), madeBefore, announced, ...changes })
  expect(noticesOn('2031-02-26')).toEqual([])
  expect(noticesOn('2031-02-26', { nextTotalCents: 9998 })).toEqual(['reminder 2031-02-28'])
  expect(noticesOn('2031-02-25', { nextTotalCents: 9998 })).toEqual([])
  const { nextCheckOn } = dueNotices(
    places,
    facts({ today: announced.madeOn, madeBefore, announced, nextTotalCents: 9998 }),
  )
  expect(nextCheckOn?.toString()).toBe('2031-02-26')
  // It was moved to March 1, and back.
  const moved = { ...announced, eventOn: day('2031-03-01'), madeOn: day('2031-02-26') }
  expect(noticesOn('2031-02-27', { announced: moved })).toEqual(['reminder 2031-02-28'])
  // Tomorrow is too late, so a second mail goes out on the last day.
  const late = { ...announced, madeOn: day('2031-02-27') }
  expect(noticesOn('2031-02-27', { announced: late, nextTotalCents: 9998 })).toEqual(['reminder 2031-02-28'])
  const made = new Set([...madeBefore, 'reminder 2031-02-28 after one'])
  expect(noticesOn('2031-02-27', { nextTotalCents: 9998, madeBefore: made })).toEqual([])
})

test.each([
  ['DE', ''],
  ['GB', ''],
  ['JP', ''],
  ['US', 'MA'],
])('shop-reminder: the reminder is also sent in %s %s', (country, region) => {
  expect(noticesFor({ today: day('2031-02-25'), place: { country, region } })).toEqual([
    'reminder 2031-02-28',
  ])
})

const quarterly = newTerms({ planCode: 'syn-rf-3mo', intervalMonths: 3, nextAttemptOn: '2031-04-30' })

test('shop-renewal: an order for several months has a notice three weeks before, once, and late rather than never', () => {
  expect(noticesFor({ terms: quarterly, today: day('2031-04-08') })).toEqual([])
  expect(noticesFor({ terms: quarterly, today: day('2031-04-09') })).toEqual(['renewal 2031-04-30'])
  // The reminder of that day has nothing to add.
  expect(noticesFor({ terms: quarterly, today: day('2031-04-29') })).toEqual(['renewal 2031-04-30'])
  expect(noticesFor({ terms: quarterly, today: day('2031-04-30') })).toEqual([])
  const madeBefore = new Set(['renewal 2031-04-30'])
  expect(noticesFor({ terms: quarterly, today: day('2031-04-09'), madeBefore })).toEqual([])
})

test('shop-renewal: no notice is sent during a pause without an end', () => {
  const paused = newTerms({ ...quarterly, state: 'paused', pausedOn: '2031-02-01', nextAttemptOn: null })
  expect(noticesFor({ terms: paused, today: day('2031-04-10') })).toEqual([])
})

test('shop-yearly and gb-reminder: the current plan is named every year or every half-year', () => {
  expect(noticesFor({ today: day('2032-01-05') })).toEqual(['regular 2032-01-31'])
  const britain = { country: 'GB', region: '' }
  expect(noticesFor({ today: day('2031-07-05'), place: britain })).toEqual(['regular 2031-07-31'])
})

test('ca-promotion: the end of an introductory price has a notice before the full price is charged', () => {
  const line = { lastCents: 3999, lastDiscountCents: 1000, nextCents: 4999 }
  expect(noticesFor({ line, place: { country: 'US', region: 'CA' } })).toEqual(['promotion-end 2031-02-28'])
  expect(noticesFor({ line: { ...line, nextCents: 3999 } })).toEqual([])
})

test('shop-promotion: the end of a code has a notice three weeks before the first full price, once', () => {
  const ends = (ordersLeft: number) => ({ code: 'TWICE20', ordersLeft })
  // One order is still reduced, that of February 28: the full price comes on March 31.
  expect(noticesFor({ ending: ends(1), today: day('2031-03-09') })).toEqual([])
  expect(noticesFor({ ending: ends(1), today: day('2031-03-10') })).toEqual(['promotion-end 2031-03-31'])
  const madeBefore = new Set(['promotion-end TWICE20 2031-03-31'])
  expect(noticesFor({ ending: ends(1), today: day('2031-03-10'), madeBefore })).toEqual([])
  // None is left, and an order that skips the subscription's own item does not count.
  expect(noticesFor({ ending: ends(0) })).toEqual(['promotion-end 2031-02-28'])
  const spray = { id: 'spray', planCode: 'vs-rst', quantity: 1, unitPriceCents: 6499, fromCycle: 1 }
  const heldBack = newTerms({ itemSkippedCycle: 1, addOns: [spray] })
  expect(noticesFor({ ending: ends(0), terms: heldBack, today: day('2031-03-10') })).toEqual([
    'promotion-end 2031-03-31',
  ])
})

test('untold-end: the full price after a code is charged only after a timely notice', () => {
  const end = { code: 'TWICE20', sentOn: '2031-02-07', toDays: 3 }
  const on = day('2031-02-28')
  expect(isCouponEndNotified('TWICE20', [end], on)).toBe(true)
  expect(isCouponEndNotified('TWICE20', [{ ...end, sentOn: '2031-02-25' }], on)).toBe(true)
  expect(isCouponEndNotified('TWICE20', [{ ...end, sentOn: '2031-02-26' }], on)).toBe(false)
  expect(isCouponEndNotified('TWICE20', [{ ...end, sentOn: null }], on)).toBe(false)
  expect(isCouponEndNotified('OTHER', [end], on)).toBe(false)
  expect(isCouponEndNotified('TWICE20', [], on)).toBe(false)
})

test('shop-card: an expiring card is named a month before its end', () => {
  const card = { id: 'card', expMonth: 2, expYear: 2031 }
  expect(noticesFor({ card })).toEqual(['card-expiry 2031-03-01'])
})

const increase = {
  id: 'increase',
  number: 1,
  planCode: 'syn-rf',
  currency: 'USD' as const,
  priceCents: 5499,
  effectiveOn: day('2031-02-15'),
  isUndone: false,
}

test('shop-price: the first order with a timely notice has the increased price', () => {
  // February 28 is 18 days ahead: in time. In Germany 30 days are required: the order of March 31.
  expect(noticesFor({ increases: [increase] })).toEqual(['price-increase 2031-02-28'])
  const germany = { country: 'DE', region: '' }
  expect(noticesFor({ increases: [increase], place: germany })).toEqual(['price-increase 2031-03-31'])
  // Notified on February 20, the order of the 28th keeps its price everywhere.
  expect(noticesFor({ increases: [increase], today: day('2031-02-20') })).toEqual([
    'price-increase 2031-03-31',
  ])
  expect(noticesFor({ increases: [{ ...increase, priceCents: 4999 }] })).toEqual([])
  expect(noticesFor({ increases: [{ ...increase, planCode: 'vs-rf' }] })).toEqual([])
})

test('shop-price-unchanged: after a notified increase is undone, one notice says that the price stays', () => {
  const sentOn = day('2031-02-09')
  const undone = { ...increase, isUndone: true }
  const notified = [{ increase: undone, fromOn: day('2031-02-28'), sentOn, toDays: 14 }]
  expect(noticesFor({ notified })).toEqual(['price-unchanged 2031-02-28'])
  expect(noticesFor({ notified, madeBefore: new Set(['price-unchanged increase']) })).toEqual([])
})

test('shop-price-unchanged: after an increase is stopped later than its day, the notice names the next order, and a charged member gets none', () => {
  const undone = { ...increase, isUndone: true }
  const notified = [{ increase: undone, fromOn: day('2031-02-28'), sentOn: day('2031-02-09'), toDays: 14 }]
  const now = { today: day('2031-03-05'), notified, terms: newTerms({ nextCycle: 2 }) }
  expect(noticesFor(now)).toEqual(['price-unchanged 2031-03-31'])
  const charged = newTerms({ nextCycle: 2, unitPriceCents: 5499 })
  expect(noticesFor({ ...now, terms: charged })).toEqual([])
})

test('shop-price-unchanged: while an order is being charged no notice is sent, because the remaining price is unknown', () => {
  const undone = { ...increase, isUndone: true }
  const notified = [{ increase: undone, fromOn: day('2031-02-28'), sentOn: day('2031-02-09'), toDays: 14 }]
  const { notices, nextCheckOn } = dueNotices(places, facts({ notified, isCharging: true }))
  expect(notices).toEqual([])
  expect(nextCheckOn?.toString()).toBe('2031-02-11')
})

test('a price notice is sent alone, and other notices wait until its mail is sent', () => {
  // The order of April 30 is 18 days ahead: its own notice and that of the new price are due together.
  const now = { terms: quarterly, today: day('2031-04-12') }
  const higher = { ...increase, planCode: 'syn-rf-3mo', priceCents: 14500 }
  const first = dueNotices(places, facts({ ...now, increases: [higher] }))
  expect(first.notices.map(({ kind }) => kind)).toEqual(['price-increase'])
  // If no mail goes out, the others come on the next day.
  expect(first.nextCheckOn?.toString()).toBe('2031-04-13')
  const notified = [{ increase: higher, fromOn: day('2031-04-30'), sentOn: day('2031-04-12'), toDays: 14 }]
  const madeBefore = new Set(['price-increase increase'])
  const then = { ...now, increases: [higher], notified, madeBefore }
  expect(noticesFor(then)).toEqual(['renewal 2031-04-30'])
  // It is undone, and another one is scheduled in its place.
  const another = { ...higher, id: 'another', number: 2 }
  const undone = { ...higher, isUndone: true }
  const replaced = {
    ...then,
    increases: [undone, another],
    notified: notified.map((one) => ({ ...one, increase: undone })),
  }
  expect(noticesFor(replaced)).toEqual(['price-unchanged 2031-04-30'])
  madeBefore.add('price-unchanged increase')
  expect(noticesFor(replaced)).toEqual(['price-increase 2031-04-30'])
})

test('every fact of a notice is true on the day its mail is sent', () => {
  const of = (kind: 'reminder' | 'price-increase' | 'price-unchanged', isUndone = false) => ({
    kind,
    eventOn: day('2031-02-28'),
    toDays: kind === 'price-increase' ? 14 : 1,
    increase: kind === 'reminder' ? null : { ...increase, isUndone },
  })
  expect(isOutdated(of('reminder'), day('2031-02-27'))).toBe(false)
  expect(isOutdated(of('reminder'), day('2031-02-28'))).toBe(true)
  // Fourteen days before the order that it names is in time; on the next day the order keeps its price.
  expect(isOutdated(of('price-increase'), day('2031-02-14'))).toBe(false)
  expect(isOutdated(of('price-increase'), day('2031-02-15'))).toBe(true)
  expect(isOutdated(of('price-increase', true), day('2031-02-14'))).toBe(true)
  expect(isOutdated(of('price-unchanged', true), day('2031-03-01'))).toBe(false)
})
