import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  everySubscriber,
  leftOutReason,
  neededFacts,
  Segment,
  segmentRefusals,
  segmentSentence,
} from './segment.ts'
import type { SubscriberFacts } from './segment.ts'

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const now = at('2026-11-20T12:00:00Z')

const facts: SubscriberFacts = {
  state: 'subscribed',
  isErased: false,
  consentedAt: at('2026-03-01T12:00:00Z'),
  isSuppressed: false,
  country: 'US',
  isMember: true,
  currency: 'USD',
  lastOrderAt: at('2026-10-01T03:00:00Z'),
  products: ['one'],
  subscriptions: [
    { plan: 'monthly', state: 'active' },
    { plan: 'yearly', state: 'expired' },
  ],
  cartAt: at('2026-11-20T08:00:00Z'),
}

test.each<[Partial<SubscriberFacts>, string | null]>([
  [{}, null],
  [{ state: 'pending' }, 'unconfirmed'],
  [{ state: 'unsubscribed', consentedAt: null }, 'unsubscribed'],
  [{ isErased: true, state: 'unsubscribed' }, 'erased'],
  [{ consentedAt: null }, 'no-proof'],
  [{ isSuppressed: true }, 'suppressed'],
])('%j is excluded as %s, in any segment', (changed, reason) => {
  expect(leftOutReason(everySubscriber, { ...facts, ...changed }, now)).toBe(reason)
})

test.each<[Partial<Segment>, boolean]>([
  [{ countries: ['CA', 'US'] }, true],
  [{ countries: ['CA'] }, false],
  [{ currencies: ['USD'] }, true],
  [{ currencies: ['EUR'] }, false],
  [{ membership: 'members' }, true],
  [{ membership: 'others' }, false],
  [{ subscribedFrom: '2026-03-01', subscribedUntil: '2026-03-01' }, true],
  [{ subscribedFrom: '2026-03-02' }, false],
  [{ subscription: 'active' }, true],
  [{ subscription: 'active', plans: ['monthly'] }, true],
  [{ subscription: 'active', plans: ['yearly'] }, false],
  [{ subscription: 'canceled', plans: ['yearly'] }, true],
  [{ subscription: 'paused' }, false],
  [{ subscription: 'none' }, false],
  [{ subscription: 'none', plans: ['weekly'] }, true],
  [{ plans: ['weekly'] }, false],
  // 3 in the morning UTC is the evening before in the shop's time zone.
  [{ orderedUntil: '2026-09-30' }, true],
  [{ orderedFrom: '2026-10-01' }, false],
  [{ products: ['two', 'one'] }, true],
  [{ products: ['two'] }, false],
  [{ cart: 'abandoned' }, true],
])('the condition %j holds: %s', (conditions, holds) => {
  const segment = { ...everySubscriber, ...conditions }
  expect(leftOutReason(segment, facts, now)).toBe(holds ? null : 'not-in-segment')
})

test('a cart changed less than four hours ago is not abandoned, and a person without orders has no latest order', () => {
  const segment = { ...everySubscriber, cart: 'abandoned' } as const
  expect(leftOutReason(segment, { ...facts, cartAt: at('2026-11-20T08:00:01Z') }, now)).toBe('not-in-segment')
  const ordered = { ...everySubscriber, orderedUntil: '2030-01-01' }
  expect(leftOutReason(ordered, { ...facts, lastOrderAt: null }, now)).toBe('not-in-segment')
})

test('no condition and no SQL statement uses survey answers or health data', () => {
  expect(Object.keys(Segment.shape).toSorted()).toEqual([
    'cart', 'countries', 'currencies', 'membership', 'orderedFrom', 'orderedUntil', 'plans', 'products',
    'subscribedFrom', 'subscribedUntil', 'subscription',
  ]) // prettier-ignore
  expect(Segment.safeParse({ answers: { sleep: 'bad' } }).success).toBe(false)
  const root = new URL('../../../', import.meta.url)
  for (const file of [
    'db/migrations/0398_newsletter_facts.sql',
    'src/newsletter/server/fact-store.ts',
    'src/newsletter/server/campaign-store.ts',
    'src/newsletter/server/copy-store.ts',
  ])
    expect(readFileSync(new URL(file, root), 'utf8')).not.toMatch(/survey|answer|health|quiz|certif/i)
})

test('facts are read only for conditions that need them, and a segment is described in a sentence', () => {
  expect(neededFacts(everySubscriber)).toEqual([])
  const segment = {
    ...everySubscriber,
    countries: ['US'],
    subscription: 'active' as const,
    cart: 'abandoned' as const,
  }
  expect(neededFacts(segment)).toEqual(['subscriptions', 'cartAt'])
  expect(segmentSentence(everySubscriber)).toBe('All subscribers')
  expect(segmentSentence(segment)).toBe(
    'Subscribers in US, with a subscription that is active, with an abandoned cart',
  )
})

test('a segment that can never match anybody is refused at its field', () => {
  const known = {
    countries: new Set(['US']),
    currencies: new Set(['USD']),
    plans: new Set(['syn-rf']),
    products: new Set(['ds-01']),
  }
  const fine = {
    ...everySubscriber,
    countries: ['US'],
    plans: ['syn-rf'],
    orderedFrom: '2026-11-01',
    orderedUntil: '2026-11-01',
  }
  expect([...segmentRefusals(fine, known)]).toEqual([])
  const wrong = { ...fine, countries: ['US', 'ZZ'], plans: ['toString'], orderedUntil: '2026-10-31' }
  expect([...segmentRefusals(wrong, known)]).toEqual([
    ['countries', 'There is no country ZZ.'],
    ['plans', 'There is no plan toString.'],
    ['orderedUntil', 'Please enter a day that is not before the first one.'],
  ])
})
