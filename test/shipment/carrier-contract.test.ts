import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LabelOutcome } from '#shipment/server/carrier.ts'
import { places } from '../support/places.ts'
import { labelRequest, testCarriers, type TestCarrier } from './test-carriers.ts'

const boughtLabel = (outcome: LabelOutcome) => {
  if (outcome.state !== 'bought') throw new Error(`The label is ${JSON.stringify(outcome)}.`)
  return outcome.label
}

describe.each(testCarriers)('what every carrier keeps to: $name', ({ open }) => {
  let carrier: TestCarrier
  beforeAll(async () => {
    carrier = await open()
  })
  afterAll(() => carrier.close())

  test('a label has a tracking number and a page, and a repeated request gets the same label', async () => {
    const request = labelRequest()
    const label = boughtLabel(await carrier.port.buyLabel(request))
    expect(label.tracking).toMatch(/^\w{8,40}$/)
    expect(label.trackingUrl).toContain('http')
    expect(boughtLabel(await carrier.port.buyLabel(request))).toEqual(label)
    expect(await carrier.sold(request)).toBe(1)
  })

  test.for(['before', 'after'] as const)(
    'a request whose answer is lost %s the purchase buys no second label',
    async (when) => {
      const request = labelRequest()
      carrier.loseNext(carrier.paying, when)
      expect(await carrier.port.buyLabel(request)).toEqual({ state: 'unknown' })
      expect(await carrier.sold(request)).toBe(when === 'after' ? 1 : 0)
      boughtLabel(await carrier.port.buyLabel(request))
      expect(await carrier.sold(request)).toBe(1)
    },
  )

  test('a return label is bought once, has a file, and can be voided while nobody has the package', async () => {
    const request = labelRequest({ isReturn: true })
    carrier.loseNext(carrier.paying, 'after')
    await carrier.port.buyLabel(request)
    const { id } = boughtLabel(await carrier.port.buyLabel(request))
    expect(await carrier.sold(request)).toBe(1)
    expect(await carrier.port.labelFile(id, 'pdf')).toMatchObject({ kind: 'file' })
    expect(await carrier.port.voidLabel(request.key)).toBe('voided')
    expect(await carrier.sold(request)).toBe(0)
  })

  test('expedited shipments and shipments abroad use their own services', async () => {
    const requests = [
      labelRequest(),
      labelRequest({ shippingMethod: 'expedited' }),
      labelRequest({ shippingMethod: 'passport_duty_paid_canada', to: places.toronto }),
    ]
    const services: string[] = []
    for (const request of requests) services.push(boughtLabel(await carrier.port.buyLabel(request)).service)
    expect(new Set(services).size).toBe(3)
  })

  test('an undeliverable address is refused with a sentence, and nothing is paid', async () => {
    const request = labelRequest({ to: carrier.refused })
    const outcome = await carrier.port.buyLabel(request)
    expect(outcome).toMatchObject({ state: 'refused', reason: expect.stringMatching(/^[A-Z].{10,}\.$/) })
    expect(await carrier.sold(request)).toBe(0)
  })

  test('voiding ends a label permanently, also one whose purchase was unknown', async () => {
    const request = labelRequest()
    carrier.loseNext(carrier.paying, 'after')
    await carrier.port.buyLabel(request)
    expect(await carrier.port.voidLabel(request.key)).toBe('voided')
    expect(await carrier.port.voidLabel(request.key)).toBe('voided')
    expect(await carrier.port.buyLabel(request)).toMatchObject({ state: 'refused' })
    expect(await carrier.sold(request)).toBe(0)
  })

  test('voiding a label that was never bought succeeds', async () => {
    expect(await carrier.port.voidLabel(labelRequest().key)).toBe('voided')
  })

  test('the label of a package that the carrier has cannot be voided', async () => {
    const request = labelRequest()
    const { tracking, id } = boughtLabel(await carrier.port.buyLabel(request))
    await carrier.takePackage(tracking, id)
    expect(await carrier.port.voidLabel(request.key)).toBe('used')
    expect(await carrier.sold(request)).toBe(1)
  })

  test('the label file is available for both printers, byte for byte', async () => {
    const { id } = boughtLabel(await carrier.port.buyLabel(labelRequest()))
    const pdf = await carrier.port.labelFile(id, 'pdf')
    const zpl = await carrier.port.labelFile(id, 'zpl')
    if (pdf.kind !== 'file' || zpl.kind !== 'file') throw new Error('The label has files.')
    expect(Buffer.from(pdf.bytes).toString('latin1')).toMatch(/^%PDF-1\.\d\n%[\x80-\xff]{4}\n/)
    expect(Buffer.from(zpl.bytes).toString('utf8')).toMatch(/^\^XA/)
    expect(await carrier.port.labelFile('unknown', 'pdf')).toMatchObject({ kind: 'none' })
  })

  test('while a carrier is unavailable the result of a request is unknown', async () => {
    await carrier.stop()
    const request = labelRequest()
    expect(await carrier.port.buyLabel(request)).toEqual({ state: 'unknown' })
    expect(await carrier.port.voidLabel(request.key)).toBe('unknown')
    expect(await carrier.port.labelFile('any', 'pdf')).toMatchObject({ kind: 'none' })
  })
})
