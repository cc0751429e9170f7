import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing.ts'
import { TaxRates } from '#location/rules/tax-rates.ts'
import { fileTaxes } from '#pricing/server/taxes.ts'
import { stripeTaxes } from '#pricing/server/stripe-taxes.ts'
import { TaxFailure } from '#pricing/server/tax-port.ts'
import type { TaxPort, TaxSale } from '#pricing/server/tax-port.ts'
import { startStripe } from '../stripe/start-stripe.ts'
import { places } from '../support/places.ts'
import { adaptersOf } from './adapters.ts'

const now = Temporal.Instant.from('2026-11-20T15:00:00Z')

/** A source of tax rates of any kind, at 2026-11-20. */
interface TestTaxes {
  readonly port: TaxPort
  readonly close: () => Promise<void>
}

const openFile = (): Promise<TestTaxes> =>
  Promise.resolve({
    port: fileTaxes(() => TaxRates.parse(JSON.parse(readFileSync('content/tax-rates.json', 'utf8')))),
    close: () => Promise.resolve(),
  })

const openStripe = async (): Promise<TestTaxes> => {
  const machineClock = { now: () => now }
  const secretKey = 'sk_test_taxes'
  const standIn = await startStripe({ clock: machineClock, secretKey })
  const access = { secretKey, apiBase: standIn.url }
  const outgoing = createOutgoing()
  const port = stripeTaxes({ access, taxCode: 'txcd_99999999', timeoutMs: 1_000, outgoing, machineClock })
  return { port, close: standIn.close }
}

const sale: TaxSale = {
  id: '4a1c6b1e-0000-4000-8000-000000000001',
  reference: 'LM-100001',
  currency: 'USD',
  address: places.manhattan,
  placedAt: now.subtract({ hours: 24 * 3 }),
  lines: [{ reference: '1 syn-wk', quantity: 2, cents: 9998 }],
  shippingCents: 1200,
}

const adapters = await adaptersOf<() => Promise<TestTaxes>>('tax', [
  { name: 'the data file', open: openFile },
  { name: 'Stripe Tax', open: openStripe },
])

describe.each(adapters)('what every source of tax rates keeps to: $name', ({ open }) => {
  let opened: TestTaxes
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test('each jurisdiction is listed once, with a rate from 0 to 100, and none where there is no tax', async () => {
    const { port } = opened
    expect(await port.partsFor(places.oregon)).toEqual([])
    for (const place of ['manhattan', 'california', 'montreal'] as const) {
      const parts = await port.partsFor(places[place])
      expect(parts.length).toBeGreaterThan(0)
      expect(new Set(parts.map(({ jurisdiction }) => jurisdiction)).size).toBe(parts.length)
      for (const { jurisdiction, percent, shippingPercent } of parts) {
        expect(jurisdiction).toMatch(/^[A-Z]{2}(-[A-Z]{2,3})?(, .+)?$/)
        expect(percent).toBeGreaterThan(0)
        expect(percent).toBeLessThan(100)
        expect([0, percent]).toContain(shippingPercent)
      }
    }
    // A second question has the same answer.
    expect(await port.partsFor(places.manhattan)).toEqual(await port.partsFor(places.manhattan))
  })

  test('a sale is recorded once and its refunds reverse it, and a source without records says so', async () => {
    const { reporting } = opened.port
    if (reporting === null) return
    const sold = await reporting.recordSale(sale)
    expect(sold.totalCents).toBe(9998 + 1200 + sold.taxCents)
    expect(await reporting.recordSale(sale)).toEqual(sold)
    const refund = { reference: sale.reference, transaction: sold.transaction, currency: sale.currency }
    const first = await reporting.recordRefund({ ...refund, id: 'r1', cents: 5000 })
    expect(first.totalCents).toBe(-5000)
    expect(await reporting.recordRefund({ ...refund, id: 'r1', cents: 5000 })).toEqual(first)
    const undone = await reporting.undoRefund({ ...refund, id: 'r1', transaction: first.transaction })
    expect(undone.totalCents).toBe(5000)
    const rest = await reporting.recordRefund({ ...refund, id: 'r2', cents: sold.totalCents })
    expect(rest).toMatchObject({ totalCents: 0 - sold.totalCents, taxCents: 0 - sold.taxCents })
    await expect(reporting.recordRefund({ ...refund, id: 'r3', cents: 1 })).rejects.toThrow(TaxFailure)
  })
})
