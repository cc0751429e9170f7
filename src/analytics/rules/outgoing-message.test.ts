import { expect, test } from 'vitest'
import { decidedGroups } from '#consent/rules/consent.ts'
import { disclosedMessage } from './outgoing-message.ts'
import type { RecordedMessage } from './outgoing-message.ts'

const hash = 'b'.repeat(64)

const submitted: RecordedMessage = {
  type: 'track',
  messageId: 'id',
  timestamp: '2026-06-15T14:00:00Z',
  anonymousId: 'browser',
  event: 'Email Submitted',
  properties: {
    email: 'mara@example.com',
    hashed_email: hash,
    hashed_account_info: { email: hash },
    path: '/',
  },
  context: {
    campaign: { source: 'letter' },
    first_campaign: { source: 'search' },
    click_id: 'fb.1.1700000000000.AbC',
  },
}

const pathsOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, nested]: [string, unknown]) =>
    prefix === '' && typeof nested === 'object' && nested !== null
      ? pathsOf(nested, `${name}.`)
      : [`${prefix}${name}`],
  )

// Written by hand from spec §5, §9 and ruling 24, not from the table that it checks.
const always = ['type', 'messageId', 'timestamp', 'event', 'properties.path']
const countingFields = ['anonymousId', 'properties.email', 'context.campaign', 'context.first_campaign']
const advertisingFields = ['properties.hashed_email', 'properties.hashed_account_info', 'context.click_id']

const combinations = Array.from({ length: 64 }, (_, at) => {
  const isOn = (bit: number): boolean => Math.floor(at / 2 ** bit) % 2 === 1
  const chosen = { C0001: isOn(0), C0002: isOn(1), C0003: isOn(2), C0004: isOn(3), C0005: isOn(4) }
  return { chosen, signal: isOn(5) }
})

test('in each of the 32 consent choices, with and without Global Privacy Control, exactly the allowed fields are sent', () => {
  for (const { chosen, signal } of combinations) {
    const counts = chosen.C0002
    const advertises = chosen.C0004 && !signal
    const message = disclosedMessage(submitted, decidedGroups(chosen, signal))
    const expected = [
      ...(counts || advertises ? always : []),
      ...(counts ? countingFields : []),
      ...(advertises ? advertisingFields : []),
    ]
    expect(pathsOf(message ?? {}).toSorted(), JSON.stringify({ chosen, signal })).toEqual(expected.toSorted())
  }
})

const advertisingOnly = decidedGroups({ C0004: true }, false)

test.each<[string, Pick<RecordedMessage, 'type'> & Partial<RecordedMessage>]>([
  ['a page about the quiz', { type: 'page', properties: { path: '/is-ds01-right-for-you' } }],
  ['a product for women', { type: 'track', event: 'Product Viewed', properties: { sku: 'vs-wk' } }],
  ['what no advertiser needs', { type: 'track', event: 'Logout', properties: { path: '/' } }],
  ['who somebody is', { type: 'identify', traits: { hashed_email: hash } }],
])('when only advertisers would receive %s, it is not sent', (_what, message) => {
  const { messageId, timestamp } = submitted
  expect(disclosedMessage({ messageId, timestamp, ...message }, advertisingOnly)).toBeNull()
  expect(
    disclosedMessage({ messageId, timestamp, ...message }, decidedGroups({ C0002: true }, false)),
  ).not.toBeNull()
})
