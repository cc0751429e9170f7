import { expect, test } from 'vitest'
import { areTotalsShown, readShownTotals } from './shown-totals.ts'
import { addUp, paidWithCredit } from './totals.ts'

const amounts = { subtotalCents: 10_000, discountCents: 1_000, shippingCents: 500, taxCents: 712 }
const totals = paidWithCredit(addUp(amounts), 1_000)
const shown = { currency: 'USD', total: '102.12', credit: '10.00', shipping: '5.00' }

const fits = (difference: Partial<Parameters<typeof readShownTotals>[0]>): boolean =>
  areTotalsShown(readShownTotals({ ...shown, ...difference }, 'USD'), totals, 'USD')

test.each([
  ['all of it', {}, true],
  ['nothing but the total', { currency: undefined, credit: undefined, shipping: undefined }, true],
  ['another total', { total: '102.13' }, false],
  ['a total that is no price', { total: '102.123' }, false],
  ['another credit', { credit: '0.00' }, false],
  ['another shipping fee', { shipping: '0' }, false],
  ['another currency', { currency: 'CAD' }, false],
])('%s: the shown total matches or does not', (_, difference, expected) => {
  expect(fits(difference)).toBe(expected)
})

test('a shown zero is 0, 0.00 or 0.000, in any currency', () => {
  const free = addUp({ subtotalCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0 })
  for (const total of ['0', '0.00', '0.000'])
    expect(areTotalsShown(readShownTotals({ total, credit: '0.00' }, 'JPY'), free, 'JPY')).toBe(true)
})
