import { expect, test } from 'vitest'
import { carrierCodes, carrierName, trackingPage } from './carriers.ts'

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

test('the page that a carrier names comes first', () => {
  const trackingUrl = 'http://localhost:3002/track/SBX1'
  expect(trackingPage({ carrier: 'sandbox', tracking: 'SBX1', trackingUrl })).toBe(trackingUrl)
})

test('a tracking number cannot leave its place in the address', () => {
  const url = new URL(trackingPage({ carrier: 'ups', tracking: '1Z&x=$&/../#', trackingUrl: null }) ?? '')
  expect([url.host, url.pathname, url.searchParams.get('tracknum'), url.hash]).toEqual([
    'www.ups.com',
    '/track',
    '1Z&x=$&/../#',
    '',
  ])
})

test('carriers have names, and operators cannot say that a shipment is with the simulated one', () => {
  expect(carrierCodes.map(carrierName)).toEqual(['USPS', 'UPS', 'FedEx', 'DHL', 'Carrier'])
  // The service of a label of EasyPost says who carries it.
  expect([carrierName('gls'), carrierName(null), carrierName('easypost')]).toEqual(['gls', null, null])
})
