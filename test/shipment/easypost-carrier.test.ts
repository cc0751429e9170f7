import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import type { LabelRequest } from '#shipment/server/carrier.ts'
import { createEasyPost } from '#shipment/server/easypost-carrier.ts'
import { places } from '../support/places.ts'
import { labelRequest, openEasyPost } from './test-carriers.ts'

let carrier: Awaited<ReturnType<typeof openEasyPost>>
beforeAll(async () => {
  carrier = await openEasyPost()
})
afterAll(() => carrier.close())

const abroad = (but: Partial<LabelRequest> = {}) =>
  labelRequest({ shippingMethod: 'passport_duty_paid_canada', to: places.toronto, ...but })

const shipmentFor = ({ key }: LabelRequest) => carrier.standIn.account.find(key)

test('a label request names the sender, the contents, and the order on the label', async () => {
  const request = labelRequest({
    to: { ...places.oregon, unit: '4', company: 'Alder Ltd' },
    weightGrams: 400,
  })
  await carrier.port.buyLabel(request)
  const { requested } = shipmentFor(request)
  expect(requested.from_address).toMatchObject({ street1: '100 Orchard Way', zip: '97201', country: 'US' })
  expect(requested.to_address).toMatchObject({
    name: 'Mara Ito',
    company: 'Alder Ltd',
    street1: '1 Alder Way',
    street2: '4',
  })
  // 400 g are 14.1096 oz.
  expect(requested.parcel).toEqual({ length: 10, width: 8, height: 4, weight: 14.2 })
  expect(requested.options).toEqual({ label_format: 'PDF', print_custom_1: request.reference })
  expect(requested.customs_info).toBeUndefined()
})

test('a return has the addresses of its outbound shipment, which EasyPost swaps', async () => {
  const request = labelRequest({ isReturn: true })
  await carrier.port.buyLabel(request)
  const { requested } = shipmentFor(request)
  expect(requested).toMatchObject({
    is_return: true,
    from_address: { street1: '100 Orchard Way' },
    to_address: { street1: '1 Alder Way' },
  })
})

test('a package abroad is declared line by line', async () => {
  const contents = [
    { name: 'Daily synbiotic', quantity: 2, valueCents: 9_998, grams: 280 },
    { name: 'Sample', quantity: 3, valueCents: 0, grams: 10 },
  ]
  const request = abroad({ contents, weightGrams: 410 })
  expect(await carrier.port.buyLabel(request)).toMatchObject({
    state: 'bought',
    label: { service: 'USPS Priority Mail International' },
  })
  const { requested } = shipmentFor(request)
  expect(requested.options).toMatchObject({ incoterm: 'DDP' })
  expect(requested.customs_info).toMatchObject({ contents_type: 'merchandise', customs_certify: true })
  // 280 g are 9.877 oz, 10 g are 0.353 oz; what is free is worth a dollar a piece.
  expect(requested.customs_info?.customs_items).toEqual([
    {
      description: 'Daily synbiotic',
      quantity: 2,
      value: 99.98,
      currency: 'USD',
      weight: 9.8,
      hs_tariff_number: '210690',
      origin_country: 'US',
    },
    expect.objectContaining({ description: 'Sample', quantity: 3, value: 3, weight: 0.3 }),
  ])
})

test.for([
  {
    why: 'above the value that needs a filing',
    request: () => abroad({ contents: [{ name: 'All', quantity: 1, valueCents: 250_001, grams: 100 }] }),
    says: 'An export above $2,500.00 is filed with the census office first; buy its label by hand.',
  },
  {
    // 1,900 pounds are less than 2,500 of anything, and more than 2,500 dollars.
    why: 'above that value in another currency',
    request: () =>
      abroad({ currency: 'GBP', contents: [{ name: 'All', quantity: 1, valueCents: 190_000, grams: 100 }] }),
    says: 'An export above £1,700.00 is filed with the census office first; buy its label by hand.',
  },
  {
    why: 'a method without a service',
    request: () => labelRequest({ shippingMethod: 'pigeon' }),
    says: 'content/shipping.json names no service for the shipping method pigeon.',
  },
])('$why is refused without asking EasyPost', async ({ request, says }) => {
  const requested = carrier.standIn.calls.length
  expect(await carrier.port.buyLabel(request())).toEqual({ state: 'refused', reason: says })
  expect(carrier.standIn.calls).toHaveLength(requested)
})

test.for([
  {
    why: 'too heavy',
    request: () => labelRequest({ weightGrams: 40_000 }),
    says: 'EasyPost does not offer USPS GroundAdvantage. It offers nothing. USPS: The package exceeds the maximum weight.',
  },
  {
    why: 'a service that does not go there',
    request: () => labelRequest({ to: places.toronto }),
    says: 'EasyPost does not offer USPS GroundAdvantage. It offers USPS PriorityMailInternational, USPS FirstClassPackageInternationalService.',
  },
  {
    why: 'no such address',
    request: () => labelRequest({ to: { ...places.oregon, address: '1 Nowhere Road' } }),
    says: 'Unable to buy shipment: Address Not Found.',
  },
  {
    why: 'a country that is none',
    request: () => labelRequest({ to: { ...places.oregon, country: 'usa' } }),
    says: /^Invalid parameter\. \(shipment\.to_address\.country: /,
  },
  {
    why: 'no street',
    request: () => labelRequest({ to: { ...places.oregon, address: '' } }),
    says: /^Invalid parameter\. \(shipment\.to_address\.street1: /,
  },
])('$why is refused with what EasyPost says', async ({ request, says }) => {
  const outcome = await carrier.port.buyLabel(request())
  if (outcome.state !== 'refused') throw new Error(`It is ${outcome.state}.`)
  expect(outcome.reason).toMatch(says)
})

test.for(['rate_limit', 'billing', 'error', 'garbage', 'cut_before', 'cut_after'] as const)(
  'after a %s at each step nothing is refused, and one label is bought in the end',
  async (kind) => {
    const request = labelRequest()
    const steps = [/^GET .*key-/, /^POST \/v2\/shipments$/, /\/buy$/]
    for (const step of steps) {
      carrier.standIn.failNext(step, kind)
      expect(await carrier.port.buyLabel(request)).toEqual({ state: 'unknown' })
    }
    expect(await carrier.port.buyLabel(request)).toMatchObject({ state: 'bought' })
    expect(await carrier.sold(request)).toBe(1)
    expect(carrier.standIn.account.shipments.filter((one) => one.reference === request.key)).toHaveLength(1)
  },
)

test('two processes that buy at the same moment get the same label', async () => {
  const request = labelRequest()
  carrier.standIn.failNext(/\/buy$/, 'error')
  await carrier.port.buyLabel(request)
  const both = await Promise.all([carrier.port.buyLabel(request), carrier.port.buyLabel(request)])
  expect(both.map(({ state }) => state)).not.toContain('refused')
  expect(await carrier.port.buyLabel(request)).toMatchObject({ state: 'bought' })
  expect(await carrier.sold(request)).toBe(1)
})

describe('a refund that is', () => {
  test.for([
    { status: 'submitted', becomes: 'voided' },
    { status: 'refunded', becomes: 'voided' },
    { status: 'not_applicable', becomes: 'voided' },
    // Asked again: shortly after the purchase it may be an error of the carrier's.
    { status: 'rejected', becomes: 'unknown' },
  ] as const)('$status makes a label $becomes', async ({ status, becomes }) => {
    const request = labelRequest()
    await carrier.port.buyLabel(request)
    carrier.standIn.account.answerRefundsWith(status)
    expect(await carrier.port.voidLabel(request.key)).toBe(becomes)
    carrier.standIn.account.answerRefundsWith('submitted')
    expect(await carrier.port.voidLabel(request.key)).toBe('voided')
  })
})

test('a wrong key buys nothing and refuses nothing, and the log tells the operator what to do', async () => {
  const lines: string[] = []
  const write = (_fields: object, message: string): void => void lines.push(message)
  const { standIn, outgoing, policy } = carrier
  const port = createEasyPost({
    apiBase: standIn.url,
    apiKey: 'EZTKwrong',
    policy,
    outgoing,
    log: { ...createLog('silent'), warn: write, error: write },
  })
  const request = labelRequest()
  expect(await port.buyLabel(request)).toEqual({ state: 'unknown' })
  expect(await port.voidLabel(request.key)).toBe('unknown')
  expect(lines).toContain(
    'EasyPost does not know EASYPOST_API_KEY; set the right one, labels wait until then',
  )
})
