import { expect, test } from 'vitest'
import { activeGroups, groupsFrom } from '#consent/rules/consent.ts'
import { happenedAt, readMessage, disclosuresFor } from './collected-message.ts'
import type { CollectedMessage, Sender } from './collected-message.ts'
import { destinationNames } from './destinations.ts'

const receivedAt = Temporal.Instant.from('2026-06-15T14:00:00Z')
const hash = 'b'.repeat(64)

const sender: Sender = {
  receivedAt,
  visitId: 'visit',
  member: null,
  place: { country: 'US', region: 'OR' },
  userAgent: 'a browser',
  groups: groupsFrom(''),
}

test.each([
  ['without a time of its own', {}, '2026-06-15T14:00:00Z'],
  ['with a right clock', { timestamp: '2026-06-15T13:00:00Z', sentAt: '2026-06-15T14:00:00Z' }, '2026-06-15T13:00:00Z'],
  // The clock is three years fast; the event waited ten minutes.
  ['with a wrong clock', { timestamp: '2029-01-01T00:00:00Z', sentAt: '2029-01-01T00:10:00Z' }, '2026-06-15T13:50:00Z'],
  ['by a clock finer than the shop’s', { timestamp: '2026-06-15T13:00:00.1234567890123Z' }, '2026-06-15T13:00:00.123456789Z'],
  ['also when it sent', { timestamp: '2026-06-15T13:00:00Z', sentAt: '2026-06-15T13:30:00.0000000000Z' }, '2026-06-15T13:30:00Z'],
  ['never in the future', { timestamp: '2027-01-01T00:00:00Z' }, '2026-06-15T14:00:00Z'],
  ['never longer ago than a month', { timestamp: '2020-01-01T00:00:00Z' }, '2026-05-16T14:00:00Z'],
])('a message sent %s has the shop’s time', (_what, times, at) => {
  expect(happenedAt(times, receivedAt).toString()).toBe(at)
}) // prettier-ignore

test.each<[string, CollectedMessage]>([
  ['what only the server reports', { type: 'track', event: 'Order Refunded' }],
  ['what is not in the plan', { type: 'track', event: 'Quiz Answered' }],
  ['a page without an address', { type: 'page', name: 'Science' }],
  ['another type', { type: 'group', traits: { name: 'x' } }],
])('%s is dropped', (_what, message) => {
  expect(readMessage(message, 'id', sender)).toBeNull()
})

test('the user of a message follows from the session, whatever the message says', () => {
  const message = { type: 'identify', userId: 'somebody', traits: { firstName: 'Mara' } } as const
  expect(readMessage(message, 'id', sender)).toMatchObject({ accountId: null, email: null })
  const member = { accountId: 'account', email: 'mara@example.com' }
  expect(readMessage(message, 'id', { ...sender, member })).toMatchObject({
    name: 'Identified', accountId: 'account', email: 'mara@example.com', properties: {},
  }) // prettier-ignore
})

const submitted = readMessage(
  {
    type: 'track',
    event: 'Email Submitted',
    properties: {
      email: 'Mara@example.com',
      hashed_email: hash,
      hashed_account_info: { city: hash },
      path: '/',
    },
    context: {
      campaign: { source: 'letter', shoe: 'size' },
      first_campaign: { source: 'search' },
      click_id: 'fb.1.1554763741205.AbCdEf',
    },
  },
  'id',
  sender,
)

const everything = 'C0001,C0002,C0003,C0004,C0005'

test('each destination gets its own fields, and advertisers get nothing with Global Privacy Control', () => {
  if (!submitted) throw new Error('the message is in the plan')
  const disclosedFor = (list: string, signal = false) =>
    disclosuresFor(
      { ...submitted, activeGroups: activeGroups(groupsFrom(list, signal)) },
      destinationNames,
    ).map(({ to, event }) => [
      to,
      Object.entries(event).flatMap(([name, value]) =>
        value === null || name === 'activeGroups' ? [] : [name],
      ),
    ])
  const always = ['messageId', 'type', 'name', 'happenedAt', 'properties']

  const counted = [
    ['warehouse', [...always, 'visit', 'email', 'campaign', 'place']],
    ['segment', [...always, 'visit', 'email', 'campaign', 'place']],
    ['ga4', [...always, 'visit', 'campaign']],
  ]
  expect(disclosedFor('C0001,C0003,C0005')).toEqual([])
  expect(disclosedFor('C0001,C0002')).toEqual(counted)
  expect(disclosedFor('C0001,C0002,C0004', true)).toEqual(counted)
  const advertised = ['meta', [...always, 'hashes', 'click', 'browser']]
  expect(disclosedFor('C0001,C0004')).toEqual([advertised])
  expect(disclosedFor('C0001,C0002,C0004')).toEqual([
    counted[0],
    ['segment', [...always, 'visit', 'email', 'hashes', 'campaign', 'click', 'place']],
    counted[2],
    advertised,
  ])
})

test.each([
  ['a page about the quiz', { type: 'page', properties: { path: '/is-ds01-right-for-you' } }],
  ['an article', { type: 'page', properties: { path: '/microbiome' } }],
  ['a product for women', { type: 'track', event: 'Product Added', properties: { sku: 'vs-wk' } }],
  ['a child’s product among others', { type: 'track', event: 'Order Completed', properties: { products: [{ sku: 'syn-wk' }, { sku: 'pds-wk' }] } }],
  ['an event that no advertiser needs', { type: 'track', event: 'Cart Viewed', properties: {} }],
] as const)('no advertiser gets %s', (_what, message) => {
  const event = readMessage(message, 'id', sender)
  if (!event) throw new Error('the message is in the plan')
  expect(disclosuresFor({ ...event, activeGroups: everything }, destinationNames).map(({ to }) => to)).toEqual(['warehouse', 'segment', 'ga4'])
}) // prettier-ignore

test('a sender can exclude destinations in Segment’s own format', () => {
  if (!submitted) throw new Error('the message is in the plan')
  const disclosedFor = (integrations: Record<string, boolean>) =>
    disclosuresFor({ ...submitted, activeGroups: everything }, destinationNames, integrations).map(
      ({ to }) => to,
    )
  expect(disclosedFor({ meta: false })).toEqual(['warehouse', 'segment', 'ga4'])
  expect(disclosedFor({ All: false, ga4: true })).toEqual(['ga4'])
  expect(disclosedFor({})).toEqual(['warehouse', 'segment', 'ga4', 'meta'])
})
