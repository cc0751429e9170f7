import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { giftCode } from '../../../test/support/gift-code.ts'
import { noTax } from '#pricing/rules/tax-rate.ts'
import { allocate, sumCents } from '#shared/money.ts'
import { splitOrder } from './split-order.ts'

const Line = fc
  .record({
    planCode: fc.constantFrom('syn-wk', 'vs-wk', 'pds-wk', giftCode),
    subtotalCents: fc.integer({ min: 0, max: 20_000 }),
    parts: fc.tuple(fc.nat(100), fc.nat(100)),
    taxCents: fc.nat(2_000),
  })
  .map(({ planCode, subtotalCents, parts: [first, second], taxCents }) => {
    const shares = [
      { code: 'WELCOME10', reason: 'promo-code', cents: Math.floor((subtotalCents * first) / 250) },
      { code: 'hiddenVs01', reason: 'stackable', cents: Math.floor((subtotalCents * second) / 250) },
    ]
    const discounts = shares.filter(({ cents }) => cents > 0)
    return {
      planCode,
      quantity: 1,
      unitPriceCents: subtotalCents,
      discounts,
      discountCents: sumCents(discounts.map(({ cents }) => cents)),
      taxCents,
    }
  })

const Purchase = fc
  .record({
    lines: fc.uniqueArray(Line, { minLength: 1, selector: ({ planCode }) => planCode }),
    shippingCents: fc.constantFrom(0, 1000),
    shippingTax: fc.nat(100),
    credit: fc.nat(100),
    stateShare: fc.nat(100),
  })
  .map(({ lines, shippingCents, shippingTax, credit, stateShare }) => {
    const subtotalCents = sumCents(lines.map((line) => line.unitPriceCents))
    const discountCents = sumCents(lines.map((line) => line.discountCents))
    const taxCents = sumCents(lines.map((line) => line.taxCents)) + shippingTax
    const codes = ['WELCOME10', 'hiddenVs01']
    const discounts = codes.flatMap((code) => {
      const shares = lines.flatMap((line) => line.discounts).filter((share) => share.code === code)
      const [first] = shares
      return first ? [{ ...first, cents: sumCents(shares.map(({ cents }) => cents)) }] : []
    })
    const totalCents = subtotalCents - discountCents + shippingCents + taxCents
    const creditCents = Math.floor((totalCents * credit) / 100)
    const totals = { subtotalCents, discountCents, shippingCents, taxCents, totalCents, creditCents }
    const [state = 0, county = 0] = allocate(taxCents, [stateShare, 100 - stateShare])
    const line = { percent: 1 }
    const tax = {
      basis: noTax.basis,
      lines: [
        { ...line, jurisdiction: 'US-NY', cents: state },
        { ...line, jurisdiction: 'US-NY, Erie County', cents: county },
      ],
    }
    return { lines, discounts, totals, tax }
  })

test('the orders of a split purchase add up to the purchase, and each is consistent by itself', () => {
  assertProperty(
    fc.property(Purchase, fc.boolean(), (bought, hasGift) => {
      const parts = splitOrder(bought, new Set(hasGift ? [giftCode] : []))
      for (const [name, cents] of Object.entries(bought.totals))
        expect(sumCents(parts.map(({ totals }) => new Map(Object.entries(totals)).get(name) ?? 0))).toBe(
          cents,
        )
      for (const part of parts) {
        const { discounts, totals } = part
        const { subtotalCents, discountCents, shippingCents, taxCents, totalCents, creditCents } = totals
        expect(totalCents).toBe(subtotalCents - discountCents + shippingCents + taxCents)
        expect(creditCents).toBeGreaterThanOrEqual(0)
        expect(creditCents).toBeLessThanOrEqual(totalCents)
        expect(sumCents(discounts.map(({ cents }) => cents))).toBe(discountCents)
        expect(discounts.every(({ cents }) => cents > 0)).toBe(true)
        expect(sumCents(part.tax?.lines.map(({ cents }) => cents) ?? [])).toBe(taxCents)
        expect(part.tax?.lines.every(({ cents }) => cents >= 0)).toBe(true)
        expect(
          part.lines.every(({ planCode }) => (planCode === giftCode && hasGift) === (part.kind === 'gift')),
        ).toBe(true)
      }
      for (const [at, { cents }] of bought.tax.lines.entries())
        expect(sumCents(parts.map(({ tax }) => tax?.lines[at]?.cents ?? 0))).toBe(cents)
      const kinds = parts.map(({ kind }) => kind)
      expect(new Set(kinds).size).toBe(kinds.length)
      expect(parts.flatMap(({ lines }) => lines)).toHaveLength(bought.lines.length)
    }),
    { numRuns: 2_000 },
  )
})
