import { expect, test } from 'vitest'
import { totalRows } from './order-parts.ts'

const shipTo = {
  firstName: 'Tomas', lastName: 'Berg', address: 'Lehmweg 8', unit: '', city: 'Hamburg', region: '', zip: '20251',
  country: 'DE', phone: '', company: '',
} // prettier-ignore

test('a discount is shown with its code', () => {
  const rows = totalRows(
    {
      number: 'L7K2M9QXW4',
      currency: 'USD',
      lines: [],
      discounts: [{ code: 'DS-01-25-OFF', reason: 'promo-code', cents: 1250 }],
      totals: {
        subtotalCents: 4999,
        discountCents: 1250,
        shippingCents: 0,
        taxCents: 0,
        totalCents: 3749,
        creditCents: 0,
      },
      shipping: { code: 'free_shipping', label: 'Free shipping' },
      shipTo,
      card: null,
    },
    'en',
  )
  expect(rows).toContainEqual({ label: 'Discount DS-01-25-OFF', value: '\u2212$12.50' })
})
