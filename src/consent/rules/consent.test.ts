import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import {
  activeGroups,
  formatConsentCookie,
  consentStatus,
  decidedGroups,
  groupsFrom,
  parseConsentCookie,
} from './consent.ts'

const visitId = '0199a000-0000-4000-8000-000000000001'

const choices = fc.record({
  C0001: fc.boolean(),
  C0002: fc.boolean(),
  C0003: fc.boolean(),
  C0004: fc.boolean(),
  C0005: fc.boolean(),
})

test('each of the 32 consent choices, with and without Global Privacy Control, is read back as written', () => {
  assertProperty(
    fc.property(choices, fc.boolean(), (chosen, signal) => {
      const groups = decidedGroups(chosen, signal)
      expect(groups).toEqual({
        C0001: true,
        C0002: chosen.C0002,
        C0003: chosen.C0003,
        C0004: chosen.C0004 && !signal,
        C0005: chosen.C0005 && !signal,
      })
      expect(groupsFrom(activeGroups(groups))).toEqual(groups)
      expect(parseConsentCookie(formatConsentCookie({ visitId, groups }))).toEqual({ visitId, groups })
    }),
    { numRuns: 300 },
  )
})

test('without a choice, everything that is not necessary is refused', () => {
  expect(activeGroups(decidedGroups({}, false))).toBe('C0001')
})

test('Global Privacy Control sent after a consent overrides it', () => {
  const cookie = `${visitId}:C0001,C0002,C0004,C0005`
  expect(activeGroups(parseConsentCookie(cookie, true)?.groups ?? decidedGroups({}, true))).toBe(
    'C0001,C0002',
  )
})

test.each([
  [undefined, false, 'undecided'],
  [undefined, true, 'honors-signal'],
  ['yes', false, 'undecided'],
  [`${visitId}:C0001`, false, 'decided'],
  [`${visitId}:C0001`, true, 'decided'],
  [`${visitId}:C0009`, false, 'undecided'],
])('with the cookie %s and the privacy signal %s a page %s', (cookie, signal, status) => {
  expect(consentStatus(cookie, signal)).toBe(status)
})
