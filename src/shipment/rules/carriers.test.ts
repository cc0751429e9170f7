import { expect, test } from 'vitest'
import { carrierCodes, carrierName, trackingPage, brokenLabelsOf } from './carriers.ts'

test.each([
  ['usps', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%20A'],
  ['ups', 'https://www.ups.com/track?tracknum=9400%20A'],
  ['fedex', 'https://www.fedex.com/fedextrack/?trknbr=9400%20A'],
  ['dhl', 'https://www.dhl.com/en/express/tracking.html?AWB=9400%20A'],
  ['other', null],
  ['toString', null],
  [null, null],
])('a shipment with %s is followed at %s', (code, url) => {
  expect(trackingPage({ carrier: code, tracking: '9400 A', trackingUrl: null })).toBe(url)
})

test('a tracking page named by the carrier takes precedence', () => {
  const trackingUrl = 'http://localhost:3002/track/SBX1'
  expect(trackingPage({ carrier: 'sandbox', tracking: 'SBX1', trackingUrl })).toBe(trackingUrl)
})

test('a tracking number is escaped in the address', () => {
  const url = new URL(trackingPage({ carrier: 'ups', tracking: '1Z&x=$&/../#', trackingUrl: null }) ?? '')
  expect([url.host, url.pathname, url.searchParams.get('tracknum'), url.hash]).toEqual([
    'www.ups.com',
    '/track',
    '1Z&x=$&/../#',
    '',
  ])
})

test('carriers have names, and operators cannot choose the simulated carrier', () => {
  expect(carrierCodes.map(carrierName)).toEqual(['USPS', 'UPS', 'FedEx', 'DHL', 'Carrier'])
  // The service of a label of EasyPost says who carries it.
  expect([carrierName('gls'), carrierName(null), carrierName('easypost')]).toEqual(['gls', null, null])
})

const packed = { id: 's', state: 'packed', carrier: 'sandbox' } as const
const bought = { state: 'bought', carrier: 'sandbox' } as const
const voided = { state: 'voided', carrier: 'sandbox' } as const

test.each([
  [packed, []],
  [packed, [bought]],
  [packed, [voided, bought]],
  [{ ...packed, state: 'on-hold' } as const, [{ ...bought, state: 'void-wanted' } as const]],
  // The carrier was faster than the refund.
  [{ ...packed, state: 'on-hold' } as const, [{ ...bought, state: 'handed-over' } as const]],
  [{ ...packed, carrier: 'ups', state: 'shipped' } as const, [voided]],
])('the carrier of shipment %j and of its labels %j match', (shipment, labels) => {
  expect(brokenLabelsOf(shipment, labels)).toEqual([])
})

test('two labels, a label of an unpacked shipment, and a label of another carrier are reported', () => {
  expect(brokenLabelsOf(packed, [bought, { ...bought, state: 'void-wanted' }])).toEqual([
    'shipment s has 2 labels',
  ])
  expect(brokenLabelsOf({ ...packed, state: 'canceled' }, [bought])).toEqual([
    'shipment s is canceled and has a label that is bought',
  ])
  expect(brokenLabelsOf({ ...packed, carrier: null }, [bought])).toEqual([
    'shipment s has a label of sandbox, and nobody carries it',
  ])
})
