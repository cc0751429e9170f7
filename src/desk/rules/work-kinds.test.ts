import { expect, test } from 'vitest'
import { staffRoles } from '#shared/staff.ts'
import { workKindsFor, workLayer, workTitle, placeCounts } from './work-kinds.ts'

const now = Temporal.Instant.from('2031-01-06T10:00:00Z')

test.each([
  ['dispute', '2031-01-07T10:00:00Z', 'now'],
  ['dispute', '2031-01-07T10:00:01Z', 'today'],
  ['dispute', '2031-01-09T10:00:01Z', 'later'],
  // A deadline that has passed is the most urgent one.
  ['dispute', '2031-01-01T00:00:00Z', 'now'],
  ['approval-waiting', '2031-01-13T10:00:00Z', 'today'],
  ['approval-waiting', '2031-01-07T10:00:00Z', 'now'],
  ['payment-unknown', null, 'now'],
  ['backorder', null, 'today'],
  ['return-expected', null, 'later'],
  // Being late for days does not make it more urgent.
  ['delivery-late', '2031-01-01T12:00:00Z', 'today'],
  ['stock-low', null, 'today'],
] as const)('the work %s due %s is for %s', (kind, due, layer) => {
  expect(workLayer(kind, due === null ? null : Temporal.Instant.from(due), now)).toBe(layer)
})

test('worklist texts are whole sentences for one and for many', () => {
  expect([workTitle('dispute', 1), workTitle('dispute', 1_200)]).toEqual([
    '1 dispute needs evidence',
    '1,200 disputes need evidence',
  ])
})

test('a role sees the work that it can do: support no disputes or jobs, marketing its experiments', () => {
  const kinds = new Map(staffRoles.map((role) => [role, workKindsFor(role)]))
  expect(kinds.get('owner')).toHaveLength(23)
  const withWebhooks = staffRoles.filter((role) => kinds.get(role)?.some((kind) => kind === 'webhook-failed'))
  expect(withWebhooks).toEqual(['owner', 'operations'])
  expect(kinds.get('support')).not.toContain('dispute')
  expect(kinds.get('support')).not.toContain('job-failed')
  expect(kinds.get('finance')).toEqual([
    'dispute',
    'payment-unknown',
    'refund-refused',
    'approval-waiting',
    'shipment-lost',
    'shipment-silent',
    'problem-open',
  ])
  expect(kinds.get('read-only')).toEqual(['payment-unknown'])
  expect(kinds.get('marketing')).toEqual(['approval-waiting', 'experiment-stopped'])
})

test('the menu counts entries and the home page lines; waiting work is not counted, and overdue work is urgent', () => {
  expect(
    placeCounts([
      { kind: 'payment-unknown', layer: 'now', count: 2 },
      { kind: 'problem-open', layer: 'today', count: 3 },
      { kind: 'shipment-to-pack', layer: 'today', count: 86 },
      { kind: 'return-expected', layer: 'later', count: 4 },
      { kind: 'renewal-parked', layer: 'today', count: 9 },
    ]),
  ).toEqual([
    { href: '/desk', count: 4, isUrgent: true },
    { href: '/desk/orders', count: 2, isUrgent: true },
    { href: '/desk/problems', count: 3, isUrgent: false },
    { href: '/desk/fulfillment', count: 86, isUrgent: false },
  ])
  expect(placeCounts([])).toEqual([])
})
