import { expect, onTestFinished, test } from 'vitest'
import { createOutgoing } from '#platform/outgoing.ts'
import { goodsPercent } from '#pricing/rules/tax-rate.ts'
import { stripeTaxes } from '#pricing/server/stripe-taxes.ts'
import { TaxFailure } from '#pricing/server/tax-port.ts'
import type { TaxReporting, TaxPort, TaxSale } from '#pricing/server/tax-port.ts'
import { startStripe } from '../stripe/start-stripe.ts'
import { places } from '../support/places.ts'

const now = Temporal.Instant.from('2026-11-20T15:00:00Z')
const machineClock = { now: () => now }
const secretKey = 'sk_test_taxes'

const openStripe = async () => {
  const standIn = await startStripe({ clock: machineClock, secretKey })
  onTestFinished(standIn.close)
  const port = stripeTaxes({
    access: { secretKey, apiBase: standIn.url },
    taxCode: 'txcd_99999999',
    timeoutMs: 1_000,
    outgoing: createOutgoing(),
    machineClock,
  })
  return { standIn, port }
}

const percentAt = async (port: TaxPort, place: keyof typeof places): Promise<number> =>
  goodsPercent({ parts: await port.partsFor(places[place]) })

test('Stripe Tax: an order has the taxes of state, city and district, with shipping where they tax it', async () => {
  const { port } = await openStripe()
  const part = (jurisdiction: string, percent: number) => ({
    jurisdiction,
    percent,
    shippingPercent: percent,
  })
  expect(await port.partsFor(places.manhattan)).toEqual([
    part('US-NY', 4),
    part('US-NY, New York', 4.5),
    part('US-NY, Metropolitan Commuter Transportation District', 0.375),
  ])
  expect(await port.partsFor(places.california)).toEqual([
    { jurisdiction: 'US-CA', percent: 7.25, shippingPercent: 0 },
  ])
  expect(await port.partsFor(places.montreal)).toEqual([part('CA', 5), part('CA-QC', 9.975)])
})

test.each([
  ['an error of the server', 'error_before', 'away'],
  ['too many requests', 'rate_limit', 'away'],
  ['a lost answer', 'cut_after', 'away'],
] as const)('Stripe Tax: %s is treated as no answer', async (_, kind, expected) => {
  const { port, standIn } = await openStripe()
  standIn.faults.next('POST /v1/tax/calculations', kind)
  await expect(port.partsFor(places.california)).rejects.toMatchObject({ name: 'TaxFailure', kind: expected })
  expect(await percentAt(port, 'california')).toBe(7.25)
})

test('Stripe Tax: a request without an answer times out', async () => {
  const { port, standIn } = await openStripe()
  const held = standIn.faults.hold('POST /v1/tax/calculations', 'before')
  await expect(port.partsFor(places.california)).rejects.toMatchObject({ kind: 'away' })
  held.release()
})

test('Stripe Tax: an invalid address is refused and not treated as an outage', async () => {
  const { port } = await openStripe()
  const nowhere = { country: 'US', region: 'CA', zip: '' }
  await expect(port.partsFor(nowhere)).rejects.toMatchObject({ kind: 'refused' })
})

const sale: TaxSale = {
  id: '4a1c6b1e-0000-4000-8000-000000000001',
  reference: 'LM-100001',
  currency: 'USD',
  address: places.manhattan,
  placedAt: now.subtract({ hours: 24 * 3 }),
  lines: [
    { reference: '1 syn-wk', quantity: 2, cents: 9998 },
    { reference: '2 vs-wk', quantity: 1, cents: 0 },
  ],
  shippingCents: 1200,
}

const reportingOf = ({ reporting }: TaxPort): TaxReporting => {
  if (reporting === null) throw new Error('this service records no sales')
  return reporting
}

test('Stripe Tax: a sale is one transaction however often it is sent, and its refunds reverse it to zero', async () => {
  const { port, standIn } = await openStripe()
  const reporting = reportingOf(port)
  const sold = await reporting.recordSale(sale)
  // 99.98 and 12.00: 4 % 4.00 + 0.48, 4.5 % 4.50 + 0.54, 0.375 % 0.37 + 0.05 (0.374925 and 0.045): 9.94.
  expect(sold).toMatchObject({ taxCents: 994, totalCents: 9998 + 1200 + 994 })
  expect(await reporting.recordSale(sale)).toEqual(sold)
  expect([...standIn.taxes.taxTransactions.values()].map(({ transaction }) => transaction.reference)).toEqual(
    ['LM-100001'],
  )
  const refund = { reference: sale.reference, transaction: sold.transaction, currency: sale.currency }
  const first = await reporting.recordRefund({ ...refund, id: 'r1', cents: 5000 })
  expect(first.totalCents).toBe(-5000)
  expect(await reporting.recordRefund({ ...refund, id: 'r1', cents: 5000 })).toEqual(first)
  const undone = await reporting.undoRefund({ ...refund, id: 'r1', transaction: first.transaction })
  expect(undone).toMatchObject({ totalCents: 5000, taxCents: 0 - first.taxCents })
  const rest = await reporting.recordRefund({ ...refund, id: 'r2', cents: sold.totalCents })
  expect(rest).toMatchObject({ totalCents: 0 - sold.totalCents, taxCents: -994 })
  // Nothing is left to take back.
  await expect(reporting.recordRefund({ ...refund, id: 'r3', cents: 1 })).rejects.toThrow(TaxFailure)
})

test('Stripe Tax: yen have no decimals, and an order of free products is taxed for its shipping', async () => {
  const { port } = await openStripe()
  const reporting = reportingOf(port)
  const yen = { ...sale, currency: 'JPY', address: { ...places.berlin, country: 'JP' } } as const
  // 10 % of 5000 and of 800.
  expect(
    await reporting.recordSale({
      ...yen,
      lines: [{ reference: '1 syn-wk', quantity: 1, cents: 5000 }],
      shippingCents: 800,
    }),
  ).toMatchObject({ totalCents: 6380, taxCents: 580 })
  expect(
    await reporting.recordSale({
      ...yen,
      id: 'free',
      reference: 'LM-100002',
      lines: [{ reference: '1 syn-wk', quantity: 1, cents: 0 }],
      shippingCents: 800,
    }),
  ).toMatchObject({ totalCents: 880, taxCents: 80 })
})

test('Stripe Tax: a sale in krónur is sent in Stripe’s unit, and read back', async () => {
  const { port, standIn } = await openStripe()
  const reporting = reportingOf(port)
  const lines = [{ reference: '1 syn-wk', quantity: 1, cents: 5000 }]
  const krona = { ...sale, currency: 'ISK', address: { ...places.berlin, country: 'IS' }, lines } as const
  const sold = await reporting.recordSale({ ...krona, shippingCents: 800 })
  const [recorded] = standIn.taxes.taxTransactions.values()
  expect(recorded?.items.map(({ amount }) => amount)).toEqual([500_000])
  expect(sold.totalCents - sold.taxCents).toBe(5800)
  const of = { id: 'r1', reference: sale.reference, transaction: sold.transaction, currency: 'ISK' } as const
  expect(await reporting.recordRefund({ ...of, cents: 1000 })).toMatchObject({ totalCents: -1000 })
})

test('Stripe Tax: a sale too old for Stripe is sent with today’s date', async () => {
  const { port } = await openStripe()
  const old = { ...sale, placedAt: now.subtract({ hours: 24 * 200 }) }
  expect(await reportingOf(port).recordSale(old)).toMatchObject({ taxCents: 994 })
})

test('Stripe Tax: the same order under another number is refused permanently', async () => {
  const { port } = await openStripe()
  const reporting = reportingOf(port)
  await reporting.recordSale(sale)
  await expect(reporting.recordSale({ ...sale, id: 'another' })).rejects.toMatchObject({ kind: 'refused' })
})
